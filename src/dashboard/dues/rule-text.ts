import type { DuesPlan } from '../../domain/dues/plan'
import type { FilterField } from '../../domain/persons/filter-fields'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { conditionText } from '../members/filter'
import { planTexts } from './texts-plan'

/** A rule of a plan as the API has it. */
export type ShownRule = DuesPlan['version']['rules'][number]

/** For whom a rule is, as a sentence: its conditions, or that it is for all. `isFirst` is the first of its kind. */
export function conditionsText(
  rule: ShownRule,
  fields: Map<string, FilterField>,
  { locale }: Viewer,
  isFirst: boolean,
): string {
  const t = planTexts(locale)
  const conditions = 'conditions' in rule ? (rule.conditions ?? []) : []
  if (conditions.length === 0) return rule.kind === 'base' && !isFirst ? t.allOthers : t.everyone
  return conditions.map((one) => conditionText(one, fieldNamed(one.field, fields), locale)).join(t.and)
}

/** The field that a condition names: by its key, or a column by its id. */
export const fieldNamed = (name: string, fields: Map<string, FilterField>): FilterField | undefined =>
  fields.get(name) ?? [...fields.values()].find(({ column }) => column?.id === name)

/** What a rule comes to for one person, such as `80,00 €` or `at most 300,00 €`. */
export function amountText(rule: ShownRule, fields: Map<string, FilterField>, viewer: Viewer): string {
  const { locale, staff } = viewer
  const t = planTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const number = (value: number) => formatNumber(value, locale)
  switch (rule.kind) {
    case 'exempt':
      return t.free
    case 'family':
      return rule.steps
        ? rule.steps.map(({ from, percent }) => t.step(number(from), number(percent))).join(', ')
        : t.cap(money(rule.cap ?? 0))
    case 'reduction':
      return typeof rule.percent === 'number'
        ? t.percent(number(rule.percent))
        : t.less(money(rule.amount ?? 0))
    case 'surcharge':
      return rule.per_value ? pricesText(rule.per_value, fields, viewer) : money(rule.amount ?? 0)
    default:
      return money(rule.amount)
  }
}

type PerValue = NonNullable<Extract<ShownRule, { kind: 'surcharge' }>['per_value']>

function pricesText(
  { column, prices }: PerValue,
  fields: Map<string, FilterField>,
  { locale }: Viewer,
): string {
  const name = fieldNamed(column, fields)?.column?.name ?? column
  const shown = Object.entries(prices).map(([value, { amount }]) =>
    amount === 0 ? `${value} –` : `${value} ${formatNumber(amount / 100, locale)}`,
  )
  return `${planTexts(locale).perValue(name)}: ${shown.join(' · ')}`
}
