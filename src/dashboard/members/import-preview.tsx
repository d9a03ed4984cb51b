import type { ListContext } from '../../domain/custom-columns/query-list'
import { readBrowseQuery } from '../../domain/persons/browse-query'
import type { ImportPreview } from '../../domain/persons/csv/preview'
import type { FieldChange, PersonChange } from '../../domain/persons/synchronize-preview'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { labelOf } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { Actions } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { WayBack } from '../way-back'
import { personField } from './bulk-confirm'
import { ImportSteps } from './import-steps'
import { listPath } from './page-query'
import { sortedName } from './table'
import { membersTexts } from './texts'

type Props = { viewer: Viewer; csv: string; preview: ImportPreview; isChanged?: boolean }

/** Shows what an import would do, and has the button that does it. */
export function ImportPreviewPage({ viewer, csv, preview, isChanged }: Props) {
  const { staff, locale } = viewer
  const { counts, changes, mark, leavesAccounts, context } = preview
  const { import: t } = membersTexts(locale)
  const hrefOf = (page: string) => listPath(staff.workspace, context.list, page, readBrowseQuery({}))
  const number = (count: number) => formatNumber(count, locale)
  const total = counts.created + counts.updated
  return (
    <StaffLayout title={t.previewTitle} viewer={viewer} section={context.list}>
      <PageHead title={t.previewTitle} breadcrumb={<WayBack viewer={viewer} section={context.list} />} />
      <ImportSteps current="check" viewer={viewer} list={context.list} />
      {isChanged && (
        <Notice tone="warn" title={t.changed}>
          <p>{t.changedLead}</p>
        </Notice>
      )}
      {leavesAccounts && (
        <Notice tone="warn" title={t.accountsLeft}>
          <p>{t.accountsLeftLead}</p>
        </Notice>
      )}
      <Stats>
        {(['created', 'updated', 'unchanged'] as const).map((kind) => (
          <Stat label={t[kind]} value={number(counts[kind])} />
        ))}
      </Stats>
      {total === 0 ? (
        <Message title={t.nothing} lead={t.nothingLead}>
          <ButtonLink href={hrefOf('/import')}>{t.again}</ButtonLink>
        </Message>
      ) : (
        <>
          <ChangesTable changes={changes} context={context} locale={locale} />
          {total > changes.length && <Quiet>{t.shown(number(changes.length))}</Quiet>}
          <Form action={hrefOf('/import/run')} isUpload hidden={{ mark }}>
            {/* A hidden input would lose the line breaks. */}
            <textarea name="csv" hidden>
              {`\n${csv}`}
            </textarea>
            <Actions>
              <Button>{t.confirm(number(total))}</Button>
              <ButtonLink kind="second" href={hrefOf('/import')}>
                {t.again}
              </ButtonLink>
            </Actions>
          </Form>
        </>
      )}
    </StaffLayout>
  )
}

type TableProps = { changes: PersonChange[]; context: ListContext; locale: Locale }

/** The persons that would be new or change, with each field from what to what. */
function ChangesTable({ changes, context, locale }: TableProps) {
  const { import: t } = membersTexts(locale)
  return (
    <Table
      caption={t.changes}
      locale={locale}
      rows={changes.map((change, index) => ({ ...change, row: `change-${index}` }))}
      rowId={({ row }) => row}
      columns={[
        {
          key: 'person',
          label: t.person,
          cell: ({ id, person }) => (
            <>
              {sortedName(person)} {id === null && <Badge tone="good">{t.isNew}</Badge>}
            </>
          ),
        },
        {
          key: 'changes',
          label: t.changes,
          cell: ({ changes }) => (
            <ul>
              {changes.map((change) => (
                <li>
                  <Change change={change} context={context} locale={locale} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

type ChangeProps = { change: FieldChange; context: ListContext; locale: Locale }

function Change({ change: { field: key, before, after }, context, locale }: ChangeProps) {
  const field = personField(key, context)
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
