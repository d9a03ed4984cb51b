import { reduceFamilies } from './family'
import { dividerOf, type Instalment } from './instalments'
import { change, isOf, type Line, percentOf, type Reckoned, roundedTo } from './lines'
import { monthIn, type Period } from './period'
import { type Place, type Rule, type RuleOf, rulesOf } from './rule'
import type { ClaimedPart, DuesPerson, Terms } from './terms'

/** What a person owes. `amount` is the sum of the lines, and of the instalments. */
export type Dues<P = DuesPerson> = { person: P; amount: number; lines: Line[]; instalments: Instalment[] }

export type Fault<P = DuesPerson> = { person: P } & (
  | { reason: 'no_rule' | 'no_birthdate' }
  | { reason: 'no_price'; value: string; ruleId: string }
)

export type Exempt<P = DuesPerson> = { person: P; rule: RuleOf<'exempt'> }

export type Computed<P = DuesPerson> = { dues: Dues<P>[]; faults: Fault<P>[]; exempt: Exempt<P>[] }

/**
 * What each person owes for a period, in the order of their ids. Amounts are whole cents: each reduction is rounded half up,
 * then the months and the rounding of the terms at once, then families are reduced. A person with a fault owes no part at all.
 */
export function duesOf<P extends DuesPerson>(
  terms: Terms,
  period: Period,
  persons: readonly P[],
): Computed<P> {
  const computed: Computed<P> = { dues: [], faults: [], exempt: [] }
  const reckoned: Reckoned<P>[] = []
  const ofKinds = rulesByKind(terms)
  for (const person of persons.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (!isIn(period, person)) continue
    const own = reckon(ofKinds, period, person)
    if ('lines' in own) {
      reckoned.push(own)
      continue
    }
    if ('reason' in own) computed.faults.push(own)
    else computed.exempt.push(own)
    // What was claimed from a person still counts for the family.
    if (person.claimed?.length) reckoned.push({ person, lines: [], share: WHOLE, isLeft: true })
  }
  reduceFamilies(terms, reckoned)
  const divide = dividerOf(terms, period)
  for (const { person, lines, isLeft } of reckoned) {
    if (isLeft) continue
    const amount = lines.reduce((sum, line) => sum + line.amount, 0)
    computed.dues.push({ person, amount, lines, instalments: divide(person, lines) })
  }
  return computed
}

/** The rules of each kind that is asked person by person, in their order. */
const rulesByKind = ({ rules, proRata, rounding }: Terms) => ({
  ...{ proRata, rounding },
  exempt: rulesOf(rules, 'exempt'),
  base: rulesOf(rules, 'base'),
  surcharge: rulesOf(rules, 'surcharge'),
  reduction: rulesOf(rules, 'reduction'),
  once: rulesOf(rules, 'once'),
})
type RulesByKind = ReturnType<typeof rulesByKind>

const WHOLE = [1, 1] as const

/** Whether a line was claimed before: by its part, by another base, or as who was exempt from all. */
export const isClaimOf = (claimed: ClaimedPart, { part, kind }: Pick<Line, 'part' | 'kind'>): boolean =>
  claimed.kind === 'exempt' || claimed.part === part || (kind === 'base' && claimed.kind === 'base')

/** Whether a person is a member on a day of the period. The leave date is the last day of membership. */
export const isIn = (
  { begin, end }: Period,
  { joinDate, leaveDate }: Pick<DuesPerson, 'joinDate' | 'leaveDate'>,
): boolean => (joinDate === null || joinDate <= end) && (leaveDate === null || leaveDate >= begin)

function reckon<P extends DuesPerson>(
  of: RulesByKind,
  period: Period,
  person: P,
): Reckoned<P> | Fault<P> | Exempt<P> {
  const { claimed } = person
  try {
    const rule = firstFitting(of.exempt, person)
    if (rule) return { person, rule }
    const base = firstFitting(of.base, person)
    if (!base) return { person, reason: 'no_rule' }
    const lines = [lineOf(base, base.amount, base.place)]
    for (const { rule, index } of of.surcharge) if (isFit(person, index)) addSurcharges(lines, rule, person)
    for (const { rule, index } of of.reduction) if (isFit(person, index)) reduce(lines, rule)
    const share = shareOf(of.proRata, period, person)
    for (const line of lines) roundShare(line, share, of.rounding)
    if (person.joinDate !== null && person.joinDate >= period.begin)
      for (const { rule, index } of of.once)
        if (isFit(person, index)) lines.push(lineOf(rule, rule.amount, rule.place))
    const left = claimed?.length
      ? lines.filter((line) => !claimed.some((one) => isClaimOf(one, line)))
      : lines
    return { person, lines: left, share }
  } catch (error) {
    if (error instanceof Stop) return { person, ...error.why }
    throw error
  }
}

/** Ends the computation of a person with a fault. */
class Stop extends Error {
  constructor(
    readonly why: { reason: 'no_birthdate' } | { reason: 'no_price'; value: string; ruleId: string },
  ) {
    super(why.reason)
  }
}

type Numbered<One extends Rule> = readonly { rule: One; index: number }[]

/** The first rule that fits a person. */
const firstFitting = <One extends Rule>(rules: Numbered<One>, person: DuesPerson): One | undefined =>
  rules.find(({ index }) => isFit(person, index))?.rule

/** Whether a rule fits a person. Throws {@link Stop} if that needs the birthdate. */
function isFit({ fits }: DuesPerson, index: number): boolean {
  const is = fits[index]
  if (is === null) throw new Stop({ reason: 'no_birthdate' })
  return is === true
}

const VALUE = '{{value}}'

function lineOf(
  rule: RuleOf<'base' | 'surcharge' | 'once'>,
  amount: number,
  place: Place | null,
  value: string | null = null,
): Line {
  return {
    part: value === null ? rule.id : `${rule.id}:${value}`,
    kind: rule.kind,
    ruleId: rule.id,
    name: nameOf(rule, value),
    value,
    amount,
    place,
    steps: [{ step: 'price', ruleId: rule.id, amount }],
  }
}

/** The name of the line of a rule; one with prices has a line for each value. */
export function nameOf({ name }: Pick<Rule, 'name'>, value: string | null): string {
  if (name.includes(VALUE)) return name.replaceAll(VALUE, () => value ?? '')
  return value === null ? name : `${name}: ${value}`
}

function addSurcharges(lines: Line[], rule: RuleOf<'surcharge'>, { values }: DuesPerson): void {
  if (!rule.per_value) {
    lines.push(lineOf(rule, rule.amount ?? 0, rule.place))
    return
  }
  const { column, prices } = rule.per_value
  for (const value of new Set(values[column])) {
    const price = Object.hasOwn(prices, value) ? prices[value] : undefined
    if (!price) throw new Stop({ reason: 'no_price', value, ruleId: rule.id })
    lines.push(lineOf(rule, price.amount, price.place ?? rule.place, value))
  }
}

/** Takes a reduction off: a percentage of each line, or an amount of the first lines that have it. */
function reduce(lines: Line[], { id, percent, amount, of }: RuleOf<'reduction'>): void {
  let left = amount ?? 0
  for (const line of lines) {
    if (!isOf(of, line.kind)) continue
    const taken = typeof percent === 'number' ? percentOf(line.amount, percent) : Math.min(left, line.amount)
    left -= taken
    change(line, { step: 'reduction', ruleId: id, amount: -taken })
  }
}

function shareOf(proRata: Terms['proRata'], period: Period, { joinDate }: DuesPerson): Reckoned['share'] {
  if (proRata === 'none' || joinDate === null || joinDate < period.begin) return WHOLE
  return [period.months - monthIn(period, joinDate) + 1, period.months]
}

/** The share of the period, and its rounding: two steps that are rounded once. */
function roundShare(line: Line, [months, of]: Reckoned['share'], rounding: number): void {
  const before = line.amount
  const rounded = roundedTo(rounding, before * months, of)
  if (months < of)
    change(line, { step: 'pro_rata', months, of, amount: roundedTo(1, before * months, of) - before })
  change(line, { step: 'rounding', amount: rounded - line.amount })
}
