import { sha256 } from '../shared/hash'
import { type Basis, basisOf } from './basis'
import { type Computed, type Dues, duesOf } from './compute'
import { dueDayAfter } from './period'
import type { ClaimedPerson, Facts } from './reckon'
import type { Place, Rule } from './rule'

/** A part as it is stored. `position` counts from 1 in its fee. */
export type NewPart = {
  personId: string
  part: string
  instalment: number
  position: number
  kind: 'base' | 'surcharge' | 'once' | 'exempt'
  name: string
  amount: number
  place: Place | null
  /** Computed for what is stored alone. */
  basis: () => Basis
}

/** A fee of a run: the parts of a person that are due on a day. `amount` is their sum. */
export type NewFee = { person: ClaimedPerson; dueOn: string; amount: number; parts: NewPart[] }

/** What a run claims: fees, and parts of 0, which say that a person owes nothing for them. */
export type Claims = { fees: NewFee[]; free: NewPart[]; mark: string }

/** The dues, faults and exemptions of the persons who were asked about. */
export function computeSelected({ terms, period, persons }: Facts): Computed {
  const computed = duesOf(terms, period, persons)
  const selected = new Set(persons.flatMap(({ id, isSelected }) => (isSelected ? [id] : [])))
  const isSelected = ({ personId }: { personId: string }) => selected.has(personId)
  // Who was claimed from owes that, whatever the plan cannot say any more.
  const hasOwn = new Set(
    persons.flatMap(({ id, claimed }) => (claimed.some(({ kind }) => kind === 'base') ? [id] : [])),
  )
  return {
    dues: computed.dues.filter(isSelected),
    faults: computed.faults.filter((fault) => isSelected(fault) && !hasOwn.has(fault.personId)),
    exempt: computed.exempt.filter(isSelected),
  }
}

/**
 * Turns what is computed into fees, one for each person and day. They are due on the day of the plan or on `dueOn`, but no day
 * before the notice has run out. Parts that were claimed before are not in it.
 */
export function claimsOf(facts: Facts, { dues, exempt }: Computed, dueOn?: string | null): Claims {
  const persons = new Map(facts.persons.map((person) => [person.id, person]))
  const fees: NewFee[] = []
  const free: NewPart[] = []
  for (const own of dues) {
    const person = persons.get(own.personId)
    if (!person) continue
    const parts = partsOf(facts, person, own, dueOn ?? null)
    free.push(...parts.flatMap(({ part }) => (part.amount === 0 ? part : [])))
    const byDay = Map.groupBy(
      parts.filter(({ part }) => part.amount > 0),
      (one) => one.dueOn,
    )
    for (const [day, due] of byDay) {
      const numbered = due.map(({ part }, index) => ({ ...part, position: index + 1 }))
      const amount = numbered.reduce((sum, part) => sum + part.amount, 0)
      fees.push({ person, dueOn: day, amount, parts: numbered })
    }
  }
  const rules = new Map(facts.version.rules.map((rule) => [rule.id, rule]))
  for (const { personId, ruleId } of exempt) {
    const person = persons.get(personId)
    const rule = rules.get(ruleId)
    // Who was claimed from before keeps that; an exemption is a difference then.
    if (person && person.claimed.length === 0 && rule?.kind === 'exempt')
      free.push(exemption(facts, person, rule))
  }
  return { fees, free, mark: markOf(fees, free) }
}

/** The mark of what would be claimed: the same as long as each part has its amount and its day. */
function markOf(fees: NewFee[], free: NewPart[]): string {
  const cells = ({ personId, part, instalment, amount }: NewPart) => [personId, part, instalment, amount]
  const due = fees.flatMap(({ parts, dueOn }) => parts.map((part) => [...cells(part), dueOn]))
  return sha256(JSON.stringify([...due, ...free.map(cells)]))
}

type Due = { dueOn: string; part: NewPart }

/** The parts of a person in the order of the plan, those of 0 only with the first instalment. */
function partsOf(
  facts: Facts,
  person: ClaimedPerson,
  { lines, instalments }: Dues,
  dueOn: string | null,
): Due[] {
  return instalments.flatMap(({ dueOn: planned, amounts }, number) =>
    lines.flatMap((line, place) => {
      const amount = amounts[place] ?? 0
      // The first one is always stored: two runs at once meet in its key.
      if (amount === 0 && number > 0) return []
      const part = {
        ...{ personId: person.id, part: line.part, instalment: number + 1, position: place + 1 },
        ...{ kind: line.kind, name: line.name, amount, place: line.place },
        basis: () => basisOf(facts, person, line.steps),
      }
      return { dueOn: dayOf(facts, planned, number, dueOn), part }
    }),
  )
}

function dayOf({ earliest }: Facts, planned: string, number: number, given: string | null): string {
  if (given !== null) return number === 0 || planned < given ? given : planned
  return planned < earliest ? earliest : planned
}

const exemption = (
  facts: Facts,
  person: ClaimedPerson,
  rule: Extract<Rule, { kind: 'exempt' }>,
): NewPart => ({
  ...{ personId: person.id, part: rule.id, instalment: 1, position: 1, kind: 'exempt' },
  ...{ name: rule.name, amount: 0, place: null },
  basis: () => ({ ...basisOf(facts, person, []), why: rule.why }),
})

/** The day on which what is claimed now is due: that of the plan, or the first after the notice. */
export const planDay = (facts: Facts): string =>
  dayOf(facts, dueDayAfter(facts.period.begin, facts.terms.dueDay), 0, null)
