import type { OpenedPlan } from '../../domain/dues/open'
import type { Rule } from '../../domain/dues/rule'
import type { Condition } from '../../domain/persons/filter-fields'
import type { Locale } from '../../ui/i18n/locale'
import { moneyInput, parseMoney } from '../../ui/i18n/money'
import { type Faults, faultsOf } from '../attempt'
import { assignmentOf } from '../fees/assignment'
import { conditionOfRow, rowName, rowsIn } from '../members/page-query'
import { withPaths } from '../refusals'
import type { ShownRule } from './rule-text'

/** How many steps a form for families has room for. */
export const STEPS = 3

type Expense = { costunit_name?: unknown; category_name?: unknown; sphere?: unknown } | null | undefined

/** The fields of a form that shows a rule. */
export function formOfRule(rule: ShownRule, locale: Locale): URLSearchParams {
  const form = new URLSearchParams({ kind: rule.kind, name: rule.name })
  const money = (name: string, cents: number | null | undefined) =>
    typeof cents === 'number' && form.set(name, moneyInput(cents, locale))
  if ('amount' in rule) money('amount', rule.amount)
  if ('percent' in rule && typeof rule.percent === 'number')
    form.set('percent', decimal(rule.percent, locale))
  if ('of' in rule) form.set('of', rule.of)
  if ('why' in rule) form.set('why', rule.why)
  if (rule.kind === 'family') {
    money('cap', rule.cap)
    for (const [index, { from, percent }] of (rule.steps ?? []).entries()) {
      form.set(`steps.${index}.from`, String(from))
      form.set(`steps.${index}.percent`, decimal(percent, locale))
    }
  }
  if (rule.kind === 'surcharge' && rule.per_value) {
    form.set('column', rule.per_value.column)
    form.set('priced', rule.per_value.column)
    for (const [index, [value, price]] of Object.entries(rule.per_value.prices).entries()) {
      form.set(`prices.${index}.value`, value)
      money(`prices.${index}.amount`, price.amount)
      form.set(`prices.${index}.costunit_name`, placeOf(price.attached_expense))
    }
  }
  if ('attached_expense' in rule) {
    form.set('costunit_name', placeOf(rule.attached_expense))
    form.set('sphere', String(rule.attached_expense?.sphere ?? ''))
  }
  for (const [row, { field, operator, value }] of conditionsOf(rule).entries()) {
    form.set(rowName('field', row), field)
    form.set(rowName('operator', row), operator === 'empty' && value === 'false' ? 'not_empty' : operator)
    form.set(rowName('value', row), value)
  }
  return form
}

const conditionsOf = (rule: ShownRule): Condition[] => ('conditions' in rule ? (rule.conditions ?? []) : [])

/** The value of the select of a place. */
export const placeOf = (expense: Expense): string =>
  expense?.costunit_name ? JSON.stringify([expense.costunit_name, expense.category_name ?? null]) : ''

const decimal = (number: number, { language }: Locale): string =>
  language === 'de' ? String(number).replace('.', ',') : String(number)

/** A row of a form with conditions: its field, and the condition, whose value may be missing. */
export function rowsOf(form: URLSearchParams): { row: number; condition: Condition; isWhole: boolean }[] {
  const given = Object.fromEntries(form)
  return rowsIn(given).map((row) => {
    const [whole] = conditionOfRow(given, row)
    const operator = given[rowName('operator', row)] as Condition['operator']
    const condition = whole ?? { field: given[rowName('field', row)] ?? '', operator, value: '' }
    return { row, condition, isWhole: whole !== undefined }
  })
}

/** A form without the row of a condition, or with one more for a field. */
export function withRows(form: URLSearchParams, { removed, added }: { removed?: number; added?: string }) {
  const kept = rowsOf(form).filter(({ row }) => row !== removed)
  const next = new URLSearchParams([...form].filter(([name]) => !/^(row\.|act$|add$)/.test(name)))
  for (const [row, { condition }] of kept.entries()) {
    next.set(rowName('field', row), condition.field)
    const isNot = condition.operator === 'empty' && condition.value === 'false'
    next.set(rowName('operator', row), isNot ? 'not_empty' : condition.operator)
    next.set(rowName('value', row), condition.value)
  }
  if (added) next.set(rowName('field', kept.length), added)
  return next
}

/** The numbers of the prices that a form has. */
export const pricesIn = (form: URLSearchParams): number[] =>
  [...form.keys()].flatMap((name) => {
    const number = /^prices\.(\d+)\.value$/.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })

/** The rule that a form means, and what it lacks. Its numbers are texts that are not valid where they are none. */
export function ruleOf(form: URLSearchParams, kind: Rule['kind'], id?: string) {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const amount = (name: string) => (text(name) === '' ? null : (parseMoney(text(name)) ?? -1))
  const percent = (name: string) => (text(name) === '' ? null : Number(text(name).replace(',', '.')))
  const rows = rowsOf(form)
  const issues = Object.fromEntries(
    rows.flatMap(({ isWhole, row }) => (isWhole ? [] : [[rowName('value', row), [VALUE_MISSING]]])),
  )
  const conditions = rows.map(({ condition }) => condition)
  const common = { ...(id && { id }), kind, name: text('name') }
  return { rule: { ...common, ...own() }, issues }

  function own() {
    const place = placeIn(form)
    switch (kind) {
      case 'surcharge':
        return text('column') === ''
          ? { conditions, amount: amount('amount') ?? -1, attached_expense: place }
          : { conditions, per_value: { column: text('column'), prices: prices() }, attached_expense: place }
      case 'reduction':
        return { conditions, percent: percent('percent'), amount: amount('amount'), of: text('of') || 'base' }
      case 'family':
        return { cap: amount('cap'), steps: steps(), of: text('of') || 'all' }
      case 'exempt':
        return { conditions, why: text('why') || text('name') }
      default:
        return { conditions, amount: amount('amount') ?? -1, attached_expense: place }
    }
  }

  function prices() {
    return Object.fromEntries(
      pricesIn(form).map((index) => [
        form.get(`prices.${index}.value`) ?? '',
        {
          amount: amount(`prices.${index}.amount`) ?? 0,
          attached_expense: placeIn(form, `prices.${index}.`),
        },
      ]),
    )
  }

  function steps() {
    const given = Array.from({ length: STEPS }, (_, index) => index).flatMap((index) => {
      const [from, off] = [text(`steps.${index}.from`), percent(`steps.${index}.percent`)]
      return from === '' && off === null ? [] : [{ from: Number(from), percent: off ?? 0 }]
    })
    return given.length > 0 ? given : null
  }
}

const VALUE_MISSING = { code: 'required', message: 'is missing' } as const

/** What a form books to; null if nothing is chosen. */
function placeIn(form: URLSearchParams, prefix = '') {
  const names = new URLSearchParams({
    costunit_name: form.get(`${prefix}costunit_name`) ?? '',
    sphere: form.get(`${prefix}sphere`) ?? '',
  })
  const place = assignmentOf(names)
  return place.costunit_name === null && place.sphere === null ? null : place
}

/** The rules of a version with one that was changed or added. A base with conditions comes before the one for all others. */
export function withRule(rules: ShownRule[], rule: object & { id?: string }, kind: Rule['kind']) {
  const index = rules.findIndex(({ id }) => id === rule.id)
  if (index >= 0) return { rules: rules.with(index, rule as ShownRule), index }
  const last = rules.findLastIndex((one) => one.kind === kind) + 1
  const forAll = rules.findIndex((one) => one.kind === 'base' && !one.conditions?.length)
  const place = kind === 'base' && forAll >= 0 ? forAll : last > 0 ? last : rules.length
  return { rules: rules.toSpliced(place, 0, rule as ShownRule), index: place }
}

/** The faults of a version under the names of the inputs of the form of one of its rules. */
export function faultsOfRule(faults: Faults, index: number, form: URLSearchParams): Faults {
  const values = new Map(pricesIn(form).map((number) => [form.get(`prices.${number}.value`), number]))
  return withPaths(faults, (path) => {
    const own = new RegExp(`^rules\\.${index}(?:\\.|$)(.*)$`).exec(path)?.[1]
    if (own === undefined || own === '') return 'form'
    const [, row, part] = /^conditions\.(\d+)\.(\w+)$/.exec(own) ?? []
    if (row !== undefined) return rowName(part === 'field' ? 'value' : 'value', Number(row))
    const [, value, field] = /^per_value\.prices\.(.*?)(?:\.(amount|attached_expense).*)?$/.exec(own) ?? []
    if (value !== undefined) {
      const number = values.get(value)
      return number === undefined
        ? 'column'
        : `prices.${number}.${field === 'attached_expense' ? 'costunit_name' : 'amount'}`
    }
    if (own === 'per_value.column') return 'column'
    const [, unit] = /^attached_expense\.(\w+)$/.exec(own) ?? []
    if (unit) return unit === 'sphere' ? 'sphere' : 'costunit_name'
    return own
  })
}

/** The faults of the entries of a form. */
export const faultsOfRows = (issues: Record<string, object[]>): Faults =>
  faultsOf(issues as Parameters<typeof faultsOf>[0])

/** Columns of the list that may have prices: those of several or of chosen values. */
export const pricedColumns = ({ context }: Pick<OpenedPlan, 'context'>) =>
  context.columns.filter((column) => column.allowed_values && column.allowed_values.length > 0)
