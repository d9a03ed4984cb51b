import type { Claimed } from './claimed'
import { type Computed, duesOf, isClaimOf, isIn } from './compute'
import type { Line } from './lines'
import type { Facts } from './reckon'
import type { DuesPerson } from './terms'
import type { ClaimedPerson } from './who'

/** Why the plan says something else of a person now, or than in another period. */
export const WHYS = ['left', 'exempt', 'cancelled', 'base', 'surcharges', 'months', 'amount'] as const
export type Why = (typeof WHYS)[number]

/** What was claimed from a person, and what the plan says of the same now, in cents. `lines` are what it says. */
export type Difference = {
  person: ClaimedPerson
  claimed: number
  now: number
  why: Why
  lines: Line[]
}

/**
 * The persons of whom the plan now says something else than was claimed for the period, unless that was accepted, family by
 * family. Of the others in a family counts what was claimed, or is about to be; of those before also what is missing, so that
 * the differences of a family are claimed one by one as they are shown. Persons with a fault are left out.
 */
export function differencesOf(facts: Facts, everyone: Computed<ClaimedPerson>): Difference[] {
  const { persons, terms } = facts
  if (!persons.some(({ claimed }) => claimed.length > 0)) return []
  const news = new Map(everyone.dues.map(({ person, lines }) => [person.id, lines]))
  const hasFamilyRule = terms.rules.some(({ kind }) => kind === 'family')
  const families = Map.groupBy(persons, ({ payerId, id }) => (hasFamilyRule && payerId) || id)
  return [...families.values()].flatMap((family) => {
    const fixed = new Map(family.map((one) => [one.id, withClaims(one, news.get(one.id) ?? [])]))
    return family.flatMap((person) => {
      const difference = differenceOf(facts, person, [...fixed.values()])
      if (!difference) return []
      const missing = missingOf(facts, difference)
      fixed.set(person.id, withClaims(person, [...(news.get(person.id) ?? []), ...missing]))
      return person.isSelected ? difference : []
    })
  })
}

const withClaims = (person: ClaimedPerson, more: Line[]): DuesPerson => ({
  ...person,
  claimed: [...person.claimed, ...more],
})

/** What was claimed from a person for the period itself, with what was claimed once by its runs. */
export const claimedIn = ({ period }: Facts, { claimed }: ClaimedPerson): Claimed[] =>
  claimed.filter((one) => one.kind !== 'once' || one.period === period.name)

function differenceOf(facts: Facts, person: ClaimedPerson, family: DuesPerson[]): Difference | undefined {
  const own = claimedIn(facts, person)
  if (own.length === 0) return undefined
  const unclaimed = { ...person, claimed: person.claimed.filter((one) => !own.includes(one)) }
  const all = family.map((one) => (one.id === person.id ? unclaimed : one))
  const { dues, faults, exempt } = duesOf(facts.terms, facts.period, all)
  const isOwn = (one: { person: DuesPerson }) => one.person === unclaimed
  if (faults.some(isOwn)) return undefined
  const lines = (dues.find(isOwn)?.lines ?? []).filter((line) => own.some((one) => isClaimOf(one, line)))
  const claimed = own.reduce((sum, { amount }) => sum + amount, 0)
  const now = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (now === claimed || own.some(({ accepted }) => accepted === now)) return undefined
  const why = !isIn(facts.period, person)
    ? 'left'
    : exempt.some(isOwn)
      ? 'exempt'
      : own.some(({ isCancelled }) => isCancelled)
        ? 'cancelled'
        : whyOther(own, lines)
  return { person, claimed, now, why, lines }
}

/** What is missing of each line, as far as it is missing in the sum: nothing if too much was claimed. */
export function missingOf(facts: Facts, { person, claimed, now, lines }: Difference): Line[] {
  const own = claimedIn(facts, person)
  let left = now - claimed
  return lines.flatMap((line) => {
    const before = own.filter(({ part, kind }) =>
      line.kind === 'base' ? kind === 'base' : part === line.part,
    )
    const amount = Math.min(left, line.amount - before.reduce((sum, one) => sum + one.amount, 0))
    if (amount <= 0) return []
    left -= amount
    return { ...line, amount, steps: [...line.steps, { step: 'claimed', amount: amount - line.amount }] }
  })
}

type Part = Pick<Line, 'part'> & { kind: Claimed['kind'] }

/** What differs between the parts of two computations. */
export function whyOther(before: readonly Part[], now: readonly Part[]): 'base' | 'surcharges' | 'amount' {
  const keys = (parts: readonly Part[], kind: Claimed['kind']) =>
    parts
      .flatMap((one) => (one.kind === kind ? one.part : []))
      .sort()
      .join('\n')
  if (keys(before, 'base') !== keys(now, 'base')) return 'base'
  return keys(before, 'surcharge') === keys(now, 'surcharge') ? 'amount' : 'surcharges'
}
