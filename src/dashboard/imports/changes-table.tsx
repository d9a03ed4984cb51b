import type { ListContext } from '../../domain/custom-columns/query-list'
import type { ImportChange } from '../../domain/imports/prepare'
import { RELATION_KEYS } from '../../domain/person-fields/fields'
import { hasRelation } from '../../domain/person-fields/list-fields'
import type { FieldChange } from '../../domain/persons/synchronize-preview'
import { Badge } from '../../ui/badge'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { labelOf } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { Table } from '../../ui/table'
import { personField } from '../members/bulk-confirm'
import { sortedName } from '../members/table'
import { importTexts } from './texts'

type Props = { changes: ImportChange[]; context: ListContext; locale: Locale }

/** The persons that an import adds or changes, with each field from what to what, and the rows that say so. */
export function ChangesTable({ changes, context, locale }: Props) {
  const t = importTexts(locale)
  return (
    <Table
      caption={t.check.changes}
      locale={locale}
      rows={changes.map((change, index) => ({ ...change, row: `change-${index}` }))}
      rowId={({ row }) => row}
      columns={[
        {
          key: 'person',
          label: t.check.person,
          cell: ({ id, person }) => (
            <>
              {sortedName(person)} {id === null && <Badge tone="good">{t.check.isNew}</Badge>}
            </>
          ),
        },
        {
          key: 'changes',
          label: t.check.changesColumn,
          cell: ({ changes, named }) => (
            <ul>
              {changes.map((change) => (
                <li>
                  <Change {...{ change, named, context, locale }} />
                </li>
              ))}
            </ul>
          ),
        },
        {
          key: 'origin',
          label: t.check.origin,
          phone: 'aside',
          cell: ({ rows: [first, ...others] }) => (first === undefined ? '–' : t.rows(first, others)),
        },
      ]}
    />
  )
}

type ChangeProps = Pick<ImportChange, 'named'> & {
  change: FieldChange
  context: ListContext
  locale: Locale
}

const Change = ({ change: { field: key, before, after }, named, context, locale }: ChangeProps) => {
  const field = personField(key, context)
  const relation = RELATION_KEYS.find((relation) => relation === key && hasRelation(context, relation))
  const name = relation && named[relation]
  // The id of a payer says nothing, and that of a new one is not yet there.
  if (name !== undefined)
    return (
      <>
        {labelOf(field, locale)}: {name === '' ? formTexts(locale).notGiven : name}
      </>
    )
  return (
    <>
      {labelOf(field, locale)}:{' '}
      {before !== null && (
        <>
          <del>
            <FieldValue field={field} value={before} locale={locale} />
          </del>{' '}
          →{' '}
        </>
      )}
      <FieldValue field={field} value={after} locale={locale} />
    </>
  )
}
