import type { Claims } from './claims'
import type { Computed, Fault } from './compute'
import { claimedIn, type Why, whyOther } from './differences'
import { type DuesPreview, MAX_CHANGES, MAX_NAMED } from './preview-schema'
import type { ClaimedPerson, Facts } from './reckon'

const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

type Named = Pick<Facts, 'persons'>

export function faultsOf({ faults }: Pick<Computed, 'faults'>, facts: Named): DuesPreview['faults'] {
  const ruleOf = (fault: Fault) => (fault.reason === 'no_price' ? fault.ruleId : null)
  const priced = (fault: Fault) => (fault.reason === 'no_price' ? fault.value : null)
  const groups = Map.groupBy(faults, (fault) => JSON.stringify([fault.reason, ruleOf(fault), priced(fault)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return { reason: first.reason, rule_id: ruleOf(first), value: priced(first), ...namesOf(group, facts) }
  })
}

export const exemptOf = ({ exempt }: Computed, facts: Facts): DuesPreview['exempt'] =>
  facts.version.rules.flatMap((rule) => {
    const group = exempt.filter(({ ruleId }) => ruleId === rule.id)
    if (rule.kind !== 'exempt' || group.length === 0) return []
    return { rule_id: rule.id, name: rule.name, why: rule.why, ...namesOf(group, facts) }
  })

function namesOf(group: readonly { personId: string }[], { persons }: Named) {
  const ids = new Set(group.slice(0, MAX_NAMED).map(({ personId }) => personId))
  const shown = persons.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name }))
  return { count: group.length, persons: shown }
}

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

type RuleSum = { value: string | null; persons: Set<string>; amount: number }

const addTo = (sum: RuleSum, personId: string, amount: number): void => {
  sum.persons.add(personId)
  sum.amount += amount
}

/** What each rule adds, and each price of it by a value, with the first persons of each. */
export function byRule({ dues }: Computed, facts: Facts): DuesPreview['by_rule'] {
  const sums = new Map<string, RuleSum & { values: Map<string, RuleSum> }>()
  for (const { personId, lines } of dues)
    for (const line of lines)
      for (const step of line.steps) {
        const ruleId = 'ruleId' in step ? step.ruleId : line.ruleId
        const sum = sums.get(ruleId) ?? { value: null, persons: new Set(), amount: 0, values: new Map() }
        sums.set(ruleId, sum)
        addTo(sum, personId, step.amount)
        if (line.value === null || ruleId !== line.ruleId) continue
        const ofValue = sum.values.get(line.value) ?? { value: line.value, persons: new Set(), amount: 0 }
        sum.values.set(line.value, ofValue)
        addTo(ofValue, personId, step.amount)
      }
  const names = new Map(facts.persons.map((person) => [person.id, person]))
  const shown = ({ persons, amount }: RuleSum) => ({
    count: persons.size,
    amount,
    persons: byName([...persons].slice(0, MAX_NAMED).flatMap((id) => names.get(id) ?? [])),
  })
  return facts.version.rules.flatMap(({ id, name }) => {
    const sum = sums.get(id)
    if (!sum) return []
    const values = [...sum.values.values()].map((one) => ({ value: one.value ?? '', ...shown(one) }))
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
export function freeByFamily({ dues }: Computed, facts: Facts): DuesPreview['free_by_family'] {
  const isFreed = ({ amount, lines }: Computed['dues'][number]) =>
    amount === 0 && lines.some(({ steps }) => steps.some(({ step }) => step === 'family'))
  return namesOf(dues.filter(isFreed), facts)
}

export function byCostUnit({ fees }: Claims, { plan }: Facts): DuesPreview['by_cost_unit'] {
  const parts = fees.flatMap((fee) => fee.parts)
  const units = Map.groupBy(parts, ({ place }) => place?.cost_unit_id ?? null)
  return [...units].map(([id, own]) => ({
    costunit_name: plan.places.find(({ unitId }) => unitId === id)?.unit ?? null,
    count: new Set(own.map(({ personId }) => personId)).size,
    amount: sumOf(own),
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
export function changesOf({ dues, exempt }: Computed, facts: Facts): DuesPreview['changes'] {
  const last = Map.groupBy(facts.before?.parts ?? [], ({ personId }) => personId)
  const lines = new Map(dues.map((one) => [one.personId, one.lines]))
  const exempted = new Set(exempt.map(({ personId }) => personId))
  const changes = facts.persons.flatMap((person) => {
    const before = last.get(person.id)
    if (!before || !(lines.has(person.id) || exempted.has(person.id))) return []
    const own = [...person.claimed, ...(lines.get(person.id) ?? [])].filter(({ kind }) => kind !== 'once')
    const why: Why = exempted.has(person.id) ? 'exempt' : whyOther(before, own)
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
