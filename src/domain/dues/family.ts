import { change, isOf, type Line, percentOf, type Reckoned, roundedTo } from './lines'
import { type Rule, type RuleOf, rulesOf } from './rule'
import type { Terms } from './terms'

/** Takes off what the rules for families say, from the persons of each payer. */
export function reduceFamilies(terms: Terms, reckoned: readonly Reckoned[]): void {
  const rules = rulesOf(terms.rules, 'family')
  if (rules.length === 0) return
  const families = Map.groupBy(reckoned, ({ person }) => person.payerId ?? person.id)
  for (const family of families.values())
    for (const { rule } of rules) {
      const owing = family.filter((one) => owesAnyOf(rule, one))
      if (rule.steps) takeSteps(rule, rule.steps, owing)
      else takeExcess(terms, rule, owing)
    }
}

function owesAnyOf({ of }: RuleOf<'family'>, { lines, person: { claimed } }: Reckoned): boolean {
  const isOfRule = ({ kind }: { kind: Rule['kind'] }) => isOf(of, kind)
  return lines.some(isOfRule) || (claimed?.some(isOfRule) ?? false)
}

/** Who has no birthdate counts as older than all others. */
function oldestFirst({ person: one }: Reckoned, { person: other }: Reckoned): number {
  const [first, second] = [one.birthdate ?? '', other.birthdate ?? '']
  if (first !== second) return first < second ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const linesOf = ({ of }: RuleOf<'family'>, { lines }: Reckoned): Line[] =>
  lines.filter(({ kind }) => isOf(of, kind))

function takeSteps(
  rule: RuleOf<'family'>,
  steps: NonNullable<RuleOf<'family'>['steps']>,
  owing: Reckoned[],
): void {
  for (const [index, one] of owing.toSorted(oldestFirst).entries()) {
    const reached = steps.filter(({ from }) => from <= index + 1)
    const step = reached.reduce((last, step) => (step.from > last.from ? step : last), NO_STEP)
    for (const line of linesOf(rule, one))
      change(line, { step: 'family', ruleId: rule.id, amount: -percentOf(line.amount, step.percent) })
  }
}

const NO_STEP = { from: 0, percent: 0 }

/** Takes what is above the cap from the youngest first, of each from the last line first. What was claimed stays. */
function takeExcess(terms: Terms, rule: RuleOf<'family'>, owing: Reckoned[]): void {
  let excess = -capOf(terms, rule.cap ?? 0, owing)
  for (const { lines, person } of owing)
    for (const parts of [lines, person.claimed ?? []])
      for (const { kind, amount } of parts) if (isOf(rule.of, kind)) excess += amount
  if (excess <= 0) return
  for (const one of owing.toSorted(oldestFirst).reverse())
    for (const line of linesOf(rule, one).toReversed()) {
      if (excess <= 0) return
      const taken = Math.min(excess, line.amount)
      excess -= taken
      change(line, { step: 'family', ruleId: rule.id, amount: -taken })
    }
}

/** The cap, in part if all joined within the period: for the months of the one who joined first. */
function capOf({ rounding }: Terms, cap: number, owing: Reckoned[]): number {
  if (owing.length === 0 || owing.some(({ share: [months, of] }) => months === of)) return cap
  const [months, of] = owing
    .map(({ share }) => share)
    .reduce((most, share) => (share[0] > most[0] ? share : most))
  return roundedTo(rounding, cap * months, of)
}
