import type { Claims } from './claims'
import type { Computed, Fault } from './compute'
import { claimedIn, type Why, whyOther } from './differences'
import { type DuesPreview, MAX_CHANGES, MAX_NAMED } from './preview-schema'
import type { Facts } from './reckon'
import { rulesOf } from './rule'
import type { ClaimedPerson } from './who'

const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

type Reckoned = Computed<ClaimedPerson>

export function faultsOf({ faults }: Pick<Reckoned, 'faults'>): DuesPreview['faults'] {
  const ruleOf = (fault: Fault) => (fault.reason === 'no_price' ? fault.ruleId : null)
  const priced = (fault: Fault) => (fault.reason === 'no_price' ? fault.value : null)
  const groups = Map.groupBy(faults, (fault) => JSON.stringify([fault.reason, ruleOf(fault), priced(fault)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return { reason: first.reason, rule_id: ruleOf(first), value: priced(first), ...namesOf(group) }
  })
}

export const exemptOf = ({ exempt }: Reckoned, { version }: Facts): DuesPreview['exempt'] =>
  rulesOf(version.rules, 'exempt').flatMap(({ rule: { id, name, why } }) => {
    const group = exempt.filter(({ rule }) => rule.id === id)
    return group.length > 0 ? { rule_id: id, name, why, ...namesOf(group) } : []
  })

const namesOf = (group: readonly { person: ClaimedPerson }[]) => ({
  count: group.length,
  persons: group.slice(0, MAX_NAMED).map(({ person }) => shortOf(person)),
})

export const totalsOf = ({ fees }: Claims) => ({
  count: fees.length,
  persons: new Set(fees.map(({ person }) => person.id)).size,
  amount: sumOf(fees),
})

/** The first fees by the names of their persons. */
export const firstFees = ({ fees }: Claims): DuesPreview['fees'] =>
  fees
    .toSorted((one, other) => one.person.name.localeCompare(other.person.name))
    .slice(0, MAX_NAMED)
    .map(({ person, amount, dueOn }) => ({ person: shortOf(person), amount, due_on: dueOn }))

export const dueDatesOf = ({ fees }: Claims): DuesPreview['due_dates'] =>
  [...Map.groupBy(fees, ({ dueOn }) => dueOn)]
    .map(([due_on, due]) => ({ due_on, count: due.length, amount: sumOf(due) }))
    .sort((one, other) => (one.due_on < other.due_on ? -1 : 1))

/** A sum over persons who follow each other. */
type RuleSum = { count: number; amount: number; last?: ClaimedPerson; first: ClaimedPerson[] }

const newSum = (): RuleSum => ({ count: 0, amount: 0, first: [] })

function addTo(sum: RuleSum, person: ClaimedPerson, amount: number): void {
  sum.amount += amount
  if (sum.last === person) return
  sum.count += 1
  sum.last = person
  if (sum.first.length < MAX_NAMED) sum.first.push(person)
}

/** What each rule adds, and each price of it by a value, with the first persons of each. */
export function byRule({ dues }: Reckoned, { version }: Facts): DuesPreview['by_rule'] {
  const sums = new Map(
    version.rules.map(({ id }) => [id, { ...newSum(), values: new Map<string, RuleSum>() }]),
  )
  for (const { person, lines } of dues)
    for (const line of lines)
      for (const step of line.steps) {
        const ruleId = 'ruleId' in step ? step.ruleId : line.ruleId
        const sum = sums.get(ruleId)
        if (!sum) continue
        addTo(sum, person, step.amount)
        if (line.value === null || ruleId !== line.ruleId) continue
        const ofValue = sum.values.get(line.value) ?? newSum()
        sum.values.set(line.value, ofValue)
        addTo(ofValue, person, step.amount)
      }
  const shown = ({ count, amount, first }: RuleSum) => ({ count, amount, persons: byName(first) })
  return version.rules.flatMap(({ id, name }) => {
    const sum = sums.get(id)
    if (!sum || sum.count === 0) return []
    const values = [...sum.values].map(([value, one]) => ({ value, ...shown(one) }))
    return {
      rule_id: id,
      name,
      ...shown(sum),
      values: values.sort((one, other) => (one.value < other.value ? -1 : 1)),
    }
  })
}

const byName = (persons: readonly ClaimedPerson[]) =>
  persons.map(shortOf).sort((one, other) => one.name.localeCompare(other.name))

/** Who would owe something, and owes nothing since the rules for families take all of it off. */
export function freeByFamily({ dues }: Reckoned): DuesPreview['free_by_family'] {
  const isFreed = ({ amount, lines }: Reckoned['dues'][number]) =>
    amount === 0 && lines.some(({ steps }) => steps.some(({ step }) => step === 'family'))
  return namesOf(dues.filter(isFreed))
}

export function byCostUnit({ fees }: Claims, { plan }: Facts): DuesPreview['by_cost_unit'] {
  const units = new Map<string | null, { persons: Set<string>; amount: number }>()
  for (const { person, parts } of fees)
    for (const { line, amount } of parts) {
      const id = line.place?.cost_unit_id ?? null
      const unit = units.get(id) ?? { persons: new Set(), amount: 0 }
      units.set(id, unit)
      unit.persons.add(person.id)
      unit.amount += amount
    }
  return [...units].map(([id, { persons, amount }]) => ({
    costunit_name: plan.places.find(({ unitId }) => unitId === id)?.unit ?? null,
    ...{ count: persons.size, amount },
  }))
}

export function alreadyClaimed(facts: Facts): DuesPreview['already_claimed'] {
  const sums = facts.persons
    .filter(({ isSelected }) => isSelected)
    .map((person) => sumOf(claimedIn(facts, person)))
    .filter((sum) => sum > 0)
  return { count: sums.length, amount: sums.reduce((total, sum) => total + sum, 0) }
}

export function lastPeriod({ before }: Facts): DuesPreview['last_period'] {
  if (!before || before.parts.length === 0) return null
  const paid = before.parts.filter(({ amount }) => amount > 0)
  const count = new Set(paid.map(({ personId }) => personId)).size
  return { period: before.period.name, count, amount: sumOf(paid) }
}

/** The largest changes of who owes now and owed in the period before. What is claimed once is left aside. */
export function changesOf({ dues, exempt }: Reckoned, facts: Facts): DuesPreview['changes'] {
  if (!facts.before?.parts.length) return []
  const { begin, end } = facts.before.period
  const last = Map.groupBy(facts.before.parts, ({ personId }) => personId)
  const lines = new Map(dues.map((one) => [one.person.id, one.lines]))
  const exempted = new Set(exempt.map(({ person }) => person.id))
  const changes = facts.persons.flatMap((person) => {
    const before = last.get(person.id)
    if (!before || !(lines.has(person.id) || exempted.has(person.id))) return []
    const own = [...person.claimed, ...(lines.get(person.id) ?? [])].filter(({ kind }) => kind !== 'once')
    const other: Why = exempted.has(person.id) ? 'exempt' : whyOther(before, own)
    const { joinDate } = person
    const joinedBefore = joinDate !== null && joinDate > begin && joinDate <= end
    const why: Why = other === 'amount' && joinedBefore && facts.terms.proRata !== 'none' ? 'months' : other
    return { person: shortOf(person), before: sumOf(before), now: sumOf(own), why }
  })
  const sizeOf = ({ before, now }: DuesPreview['changes'][number]) => Math.abs(now - before)
  return changes
    .filter((change) => sizeOf(change) > 0)
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, MAX_CHANGES)
}

/** Who was claimed from, and has joined on another day since. */
export function leftOut(facts: Facts): DuesPreview['left_out'] {
  const group = facts.persons.filter(
    ({ isSelected, joinDate, claimed }) =>
      isSelected &&
      joinDate !== null &&
      joinDate >= facts.period.begin &&
      claimed.some(({ period, joined }) => period !== null && joined !== joinDate),
  )
  if (group.length === 0) return []
  return [{ reason: 'joined_again', count: group.length, persons: group.slice(0, MAX_NAMED).map(shortOf) }]
}

const shortOf = ({ id, name }: ClaimedPerson) => ({ id, name })
