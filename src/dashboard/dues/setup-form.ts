import { type CustomColumn, columnKey } from '../../domain/custom-columns/column'
import type { PlanChoices } from '../../domain/dues/choices'
import { type Interval, parsePeriod, periodOn } from '../../domain/dues/period'
import { AGE } from '../../domain/persons/filter-fields'
import type { Locale } from '../../ui/i18n/locale'
import { parseMoney } from '../../ui/i18n/money'
import type { Faults } from '../attempt'
import { assignmentOf } from '../fees/assignment'
import { withPaths } from '../refusals'
import { termsOf } from './terms-fields'
import { setupTexts } from './texts-setup'

/** The columns that a plan follows from, as the address of its form names them. */
export type Basis = { base: CustomColumn | undefined; sections: CustomColumn | undefined }

/** A rule of a new plan, and the inputs that it was made from, by its paths. */
type Made = { rule: object; inputs: Record<string, string> }

/** The rules that the form of a new plan means, in the order of a plan. */
function rulesOf(
  form: URLSearchParams,
  { base, sections }: Basis,
  choices: PlanChoices,
  locale: Locale,
): Made[] {
  const t = setupTexts(locale)
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const amount = (name: string) => (text(name) === '' ? null : (parseMoney(text(name)) ?? -1))
  const place = assignmentOf(form)
  const attached_expense = place.costunit_name === null && place.sphere === null ? null : place
  const isValue = (column: CustomColumn, value: string) => ({
    field: columnKey(column),
    operator: 'is',
    value,
  })

  const own: Made[] = (base?.allowed_values ?? []).flatMap((value, index) => {
    const input = `base.${index}.amount`
    const cents = amount(input)
    if (!base || cents === null) return []
    const conditions = [isValue(base, value)]
    return cents === 0
      ? { rule: { kind: 'exempt', name: value, why: value, conditions }, inputs: { '': input } }
      : {
          rule: { kind: 'base', name: value, amount: cents, conditions, attached_expense },
          inputs: { '': input },
        }
  })
  const everyone: Made[] = base
    ? []
    : [
        {
          rule: { kind: 'base', name: t.everyoneRule, amount: amount('everyone') ?? -1, attached_expense },
          inputs: { '': 'everyone' },
        },
      ]
  return [
    ...own.filter(({ rule }) => 'why' in rule),
    ...child(),
    ...own.filter(({ rule }) => !('why' in rule)),
    ...everyone,
    ...surcharges(),
    ...once(),
    ...family(),
  ]

  function child(): Made[] {
    const [age, cents] = [text('child_age'), amount('child_amount')]
    if (age === '' && cents === null) return []
    const group = text('child_group')
    const conditions = [
      { field: AGE, operator: 'less', value: age },
      ...(base && group !== '' ? [isValue(base, group)] : []),
    ]
    const name = t.childRule(age)
    const inputs = { '': 'child_amount', conditions: 'child_age' }
    if (cents === 0) return [{ rule: { kind: 'exempt', name, why: name, conditions }, inputs }]
    return [{ rule: { kind: 'base', name, amount: cents ?? -1, conditions, attached_expense }, inputs }]
  }

  function surcharges(): Made[] {
    const values = sections?.allowed_values ?? []
    const prices = values.map((value, index) => [value, amount(`prices.${index}.amount`) ?? 0] as const)
    if (!sections || prices.every(([, cents]) => cents === 0)) return []
    const unitOf = (value: string) =>
      form.has('book_sections') && choices.costUnits.some(({ name }) => name === value)
        ? { costunit_name: value, sphere: place.sphere }
        : null
    const inputs = Object.fromEntries(
      values.map((value, index) => [`per_value.prices.${value}`, `prices.${index}.amount`]),
    )
    const conditions = form
      .getAll('without')
      .filter((value) => base?.allowed_values?.includes(value))
      .map((value) => ({ field: base ? columnKey(base) : '', operator: 'is_not', value }))
    const given = prices.map(([value, cents]) => [value, { amount: cents, attached_expense: unitOf(value) }])
    const per_value = { column: sections.id, prices: Object.fromEntries(given) }
    return [
      { rule: { kind: 'surcharge', name: '{{value}}', conditions, per_value, attached_expense }, inputs },
    ]
  }

  function once(): Made[] {
    const cents = amount('once')
    if (cents === null || cents === 0) return []
    return [
      { rule: { kind: 'once', name: t.admission, amount: cents, attached_expense }, inputs: { '': 'once' } },
    ]
  }

  function family(): Made[] {
    const cap = amount('cap')
    return cap === null
      ? []
      : [{ rule: { kind: 'family', name: t.family, cap, of: 'all' }, inputs: { '': 'cap' } }]
  }
}

type Request = {
  form: URLSearchParams
  basis: Basis
  choices: PlanChoices
  interval: Interval
  locale: Locale
}

/** The plan that a form means, and the input that a path of an issue is about. */
export function planOf({ form, basis, choices, interval, locale }: Request) {
  const made = rulesOf(form, basis, choices, locale)
  // The day of another period than the first means the same day of that.
  const due = form.get('due_day') ?? ''
  const first = parsePeriod(interval, form.get('from_period') ?? '')
  const shown = /^\d{4}-\d\d-\d\d$/.test(due) ? periodOn(interval, due) : first
  const terms = shown ? termsOf(form, shown) : { due_day: -1, key_day: '', pro_rata: '', rounding: 0 }
  const body = {
    name: form.get('name')?.trim() ?? '',
    list: choices.context.list,
    interval,
    description: form.get('description')?.trim() ?? '',
    from_period: form.get('from_period') ?? '',
    version: { ...terms, rules: made.map(({ rule }) => rule) },
  }
  return { body, inputOf }

  function inputOf(path: string): string {
    const [, index, below] = /^version\.rules\.(\d+)\.?(.*)$/.exec(path) ?? []
    if (index !== undefined) {
      const { inputs } = made[Number(index)] ?? { inputs: {} }
      if (below?.includes('attached_expense')) return below.endsWith('sphere') ? 'sphere' : 'costunit_name'
      const key = Object.keys(inputs).find((one) => one !== '' && below?.startsWith(one)) ?? ''
      return (inputs as Record<string, string>)[key] ?? 'form'
    }
    const own = path.replace(/^version\./, '')
    return own === 'rules' ? 'form' : own
  }
}

/** The faults of a plan under the names of the inputs of its form. */
export const faultsOfPlan = (faults: Faults, inputOf: (path: string) => string): Faults =>
  withPaths(faults, inputOf)
