import { reduceFamilies } from './family'
import { dividerOf, type Instalment } from './instalments'
import { change, isOf, type Line, percentOf, type Reckoned, roundedTo } from './lines'
import { monthIn, type Period } from './period'
import type { Place, Rule, RuleOf } from './rule'
import type { ClaimedPart, DuesPerson, Terms } from './terms'

/** What a person owes. `amount` is the sum of the lines, and of the instalments. */
export type Dues = { personId: string; amount: number; lines: Line[]; instalments: Instalment[] }

export type Fault = { personId: string } & (
  | { reason: 'no_rule' | 'no_birthdate' }
  | { reason: 'no_price'; value: string; ruleId: string }
)

export type Exempt = { personId: string; ruleId: string }

export type Computed = { dues: Dues[]; faults: Fault[]; exempt: Exempt[] }

/**
 * What each person owes for a period, in the order of their ids. Amounts are whole cents: each reduction is rounded half up,
 * then the months and the rounding of the terms at once, then families are reduced. A person with a fault owes no part at all.
 */
export function duesOf(terms: Terms, period: Period, persons: readonly DuesPerson[]): Computed {
  const computed: Computed = { dues: [], faults: [], exempt: [] }
  const reckoned: Reckoned[] = []
  for (const person of persons.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (!isIn(period, person)) continue
    const own = reckon(terms, period, person)
    if ('reason' in own) computed.faults.push(own)
    else if ('ruleId' in own) computed.exempt.push(own)
    else reckoned.push(own)
    // What was claimed from a person still counts for the family.
    if (!('lines' in own) && person.claimed?.length) reckoned.push({ person, lines: [], share: WHOLE })
  }
  reduceFamilies(terms, reckoned)
  const divide = dividerOf(terms, period)
  const left = new Set([...computed.faults, ...computed.exempt].map(({ personId }) => personId))
  for (const { person, lines } of reckoned) {
    if (left.has(person.id)) continue
    const amount = lines.reduce((sum, line) => sum + line.amount, 0)
    computed.dues.push({ personId: person.id, amount, lines, instalments: divide(person, lines) })
  }
  return computed
}

const WHOLE = [1, 1] as const

/** Whether a line was claimed before: by its part, by another base, or as who was exempt from all. */
export const isClaimOf = (claimed: ClaimedPart, { part, kind }: Pick<Line, 'part' | 'kind'>): boolean =>
  claimed.kind === 'exempt' || claimed.part === part || (kind === 'base' && claimed.kind === 'base')

/** Whether a person is a member on a day of the period. The leave date is the last day of membership. */
export const isIn = (
  { begin, end }: Period,
  { joinDate, leaveDate }: Pick<DuesPerson, 'joinDate' | 'leaveDate'>,
): boolean => (joinDate === null || joinDate <= end) && (leaveDate === null || leaveDate >= begin)

function reckon(terms: Terms, period: Period, person: DuesPerson): Reckoned | Fault | Exempt {
  const personId = person.id
  const isClaimed = (line: Line): boolean => person.claimed?.some((one) => isClaimOf(one, line)) ?? false
  try {
    const exempt = fitting(terms, person, 'exempt').next().value
    if (exempt) return { personId, ruleId: exempt.id }
    const base = fitting(terms, person, 'base').next().value
    if (!base) return { personId, reason: 'no_rule' }
    const lines = [lineOf(base, base.amount, base.place)]
    for (const rule of fitting(terms, person, 'surcharge')) lines.push(...surcharges(rule, person))
    for (const rule of fitting(terms, person, 'reduction')) reduce(lines, rule)
    const share = shareOf(terms, period, person)
    for (const line of lines) roundShare(line, share, terms.rounding)
    if (person.joinDate !== null && person.joinDate >= period.begin)
      for (const rule of fitting(terms, person, 'once')) lines.push(lineOf(rule, rule.amount, rule.place))
    return { person, lines: lines.filter((line) => !isClaimed(line)), share }
  } catch (error) {
    if (error instanceof Stop) return { personId, ...error.why }
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

/** The rules of a kind that fit a person, in their order, as far as they are asked for. */
function* fitting<Kind extends Rule['kind']>(
  { rules }: Terms,
  { fits }: DuesPerson,
  kind: Kind,
): Generator<RuleOf<Kind>, undefined> {
  for (const [index, rule] of rules.entries()) {
    if (rule.kind !== kind) continue
    if (fits[index] === null) throw new Stop({ reason: 'no_birthdate' })
    if (fits[index]) yield rule as RuleOf<Kind>
  }
}

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
    name: rule.name.replaceAll('{{value}}', () => value ?? ''),
    value,
    amount,
    place,
    steps: [{ step: 'price', ruleId: rule.id, amount }],
  }
}

function surcharges(rule: RuleOf<'surcharge'>, { values }: DuesPerson): Line[] {
  if (!rule.per_value) return [lineOf(rule, rule.amount ?? 0, rule.place)]
  const { column, prices } = rule.per_value
  return [...new Set(values[column])].map((value) => {
    const price = Object.hasOwn(prices, value) ? prices[value] : undefined
    if (!price) throw new Stop({ reason: 'no_price', value, ruleId: rule.id })
    return lineOf(rule, price.amount, price.place ?? rule.place, value)
  })
}

/** Takes a reduction off: a percentage of each line, or an amount of the first lines that have it. */
function reduce(lines: Line[], { id, percent, amount, of }: RuleOf<'reduction'>): void {
  let left = amount ?? 0
  for (const line of lines.filter(({ kind }) => isOf(of, kind))) {
    const taken = typeof percent === 'number' ? percentOf(line.amount, percent) : Math.min(left, line.amount)
    left -= taken
    change(line, { step: 'reduction', ruleId: id, amount: -taken })
  }
}

function shareOf({ proRata }: Terms, period: Period, { joinDate }: DuesPerson): Reckoned['share'] {
  if (proRata === 'none' || joinDate === null || joinDate < period.begin) return WHOLE
  return [period.months - monthIn(period, joinDate) + 1, period.months]
}

/** The share of the period, and its rounding: two steps that are rounded once. */
function roundShare(line: Line, [months, of]: Reckoned['share'], rounding: number): void {
  const before = line.amount
  const rounded = roundedTo(rounding, before * months, of)
  const exact = roundedTo(1, before * months, of)
  if (months < of) change(line, { step: 'pro_rata', months, of, amount: exact - before })
  change(line, { step: 'rounding', amount: rounded - line.amount })
}
