import { nameOf } from '../../domain/dues/compute'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import { Card } from '../../ui/card'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Stack } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Fold } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { PersonLinks } from './faults'
import { planTexts } from './texts-plan'
import { runTexts } from './texts-run'

type Props = { preview: DuesPreview; viewer: Viewer }

/** Who would get which fee, as far as the preview names them. */
export function Fees({ preview, viewer }: Props) {
  const { locale, staff } = viewer
  const { check: t } = runTexts(locale)
  const { fees, count } = preview
  if (fees.length === 0) return null
  const label = count > fees.length ? t.firstFees(formatNumber(fees.length, locale)) : t.allFees
  return (
    <Fold label={label}>
      <Lines
        items={fees.map(({ person, amount, due_on }) => ({
          main: <a href={personPathIn(staff.workspace, preview.list, person.id)}>{person.name}</a>,
          details: [formatShortDate(due_on, locale)],
          amount: formatMoney(amount, staff.workspace.currency, locale),
        }))}
      />
    </Fold>
  )
}

/** What each rule and each cost unit comes to. */
export function Rules({ preview, viewer }: Props) {
  const { locale, staff } = viewer
  const { check: t } = runTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const amountColumn = {
    key: 'amount',
    label: t.columns.amount,
    isNumeric: true,
    phone: 'aside' as const,
    cell: ({ amount }: { amount: number }) => money(amount),
  }
  const units = preview.by_cost_unit.filter(({ costunit_name }) => costunit_name !== null)
  return (
    <Stack>
      {preview.by_rule.length > 0 && (
        <Card title={t.byRule}>
          <Table
            caption={t.byRule}
            locale={locale}
            rows={rowsOf(preview, viewer)}
            rowId={({ key }) => key}
            columns={[
              { key: 'rule', label: t.columns.rule, cell: ({ name }) => name },
              {
                key: 'persons',
                label: t.columns.persons,
                cell: ({ count, persons }) => (
                  <Fold label={t.personsOf(formatNumber(count, locale))}>
                    <PersonLinks {...{ count, persons, viewer }} list={preview.list} />
                  </Fold>
                ),
              },
              amountColumn,
            ]}
            sums={{ rule: t.amount, amount: money(preview.amount) }}
          />
        </Card>
      )}
      {units.length > 0 && (
        <Card title={t.byCostUnit}>
          <Table
            caption={t.byCostUnit}
            locale={locale}
            rows={preview.by_cost_unit.map((one, index) => ({ ...one, index }))}
            rowId={({ index }) => `unit-${index}`}
            columns={[
              {
                key: 'unit',
                label: t.columns.unit,
                cell: ({ costunit_name }) => costunit_name ?? t.noCostUnit,
              },
              {
                key: 'count',
                label: t.columns.persons,
                isNumeric: true,
                phone: 'labelled',
                cell: ({ count }) => formatNumber(count, locale),
              },
              amountColumn,
            ]}
          />
        </Card>
      )}
    </Stack>
  )
}

/** The rows of the table by rule. Prices by a value have a row each. */
const rowsOf = ({ by_rule }: DuesPreview, viewer: Viewer) =>
  by_rule.flatMap(({ rule_id, name, values, ...sum }) =>
    values.length === 0
      ? [{ key: rule_id, name: ruleName(name, viewer), ...sum }]
      : values.map(({ value, ...own }, index) => ({
          key: `${rule_id}-${index}`,
          name: nameOf({ name }, value),
          ...own,
        })),
  )

/** The name of a rule; a name that is only that of a value stands for all of them. */
const ruleName = (name: string, { locale }: Viewer): string =>
  name.trim() === '{{value}}' ? planTexts(locale).kinds.surcharge : name.replaceAll('{{value}}', '…')

/** The persons for whom most changes from the period before, and why. */
export function Changes({ preview, viewer }: Props) {
  const { locale, staff } = viewer
  const { check: t, whys } = runTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  if (preview.changes.length === 0) return null
  return (
    <Card title={t.changes}>
      <Table
        caption={t.changes}
        locale={locale}
        rows={preview.changes}
        rowId={({ person }) => person.id}
        columns={[
          {
            key: 'person',
            label: t.columns.person,
            cell: ({ person }) => (
              <a href={personPathIn(staff.workspace, preview.list, person.id)}>{person.name}</a>
            ),
          },
          {
            key: 'before',
            label: t.columns.before,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ before }) => money(before),
          },
          {
            key: 'now',
            label: t.columns.now,
            isNumeric: true,
            phone: 'aside',
            cell: ({ now }) => money(now),
          },
          { key: 'why', label: t.columns.why, cell: ({ why }) => whys[why] },
        ]}
      />
    </Card>
  )
}

/** Who owes nothing: by the rules that say so, or since the family pays enough. */
export function Exempt({ preview, viewer }: Props) {
  const { locale } = viewer
  const { check: t } = runTexts(locale)
  const { exempt, free_by_family: family } = preview
  if (exempt.length === 0 && family.count === 0) return null
  return (
    <Card title={t.exempt}>
      {exempt.map(({ name, count, persons }) => (
        <Fold label={t.exemptOf(name, formatNumber(count, locale))}>
          <PersonLinks {...{ count, persons, viewer }} list={preview.list} />
        </Fold>
      ))}
      {family.count > 0 && (
        <Fold label={t.exemptOf(t.freeByFamily, formatNumber(family.count, locale))}>
          <PersonLinks {...family} viewer={viewer} list={preview.list} />
        </Fold>
      )}
    </Card>
  )
}
