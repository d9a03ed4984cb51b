import type { Claimed } from './claimed'
import { type Computed, duesOf, isClaimOf, isIn } from './compute'
import type { Line } from './lines'
import type { Facts } from './reckon'
import type { ClaimedPerson } from './who'

/** Why the plan says something else of a person now, or than in another period. */
export const WHYS = ['left', 'exempt', 'cancelled', 'base', 'surcharges', 'amount'] as const
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
 * The persons of whom the plan now says something else than was claimed for the period, unless that was accepted. What the
 * others of a family were claimed, or are about to be, is fixed. Persons with a fault are left out.
 */
export function differencesOf(facts: Facts, computed: Computed): Difference[] {
  const news = new Map(computed.dues.map(({ personId, lines }) => [personId, lines]))
  const fixed = facts.persons.map((person) => ({
    ...person,
    claimed: [...person.claimed, ...(news.get(person.id) ?? [])],
  }))
  const hasFamilyRule = facts.terms.rules.some(({ kind }) => kind === 'family')
  const families = hasFamilyRule
    ? [...Map.groupBy(fixed, ({ payerId, id }) => payerId ?? id).values()]
    : fixed.map((person) => [person])
  const ofPerson = new Map(facts.persons.map((person) => [person.id, person]))
  return families.flatMap((family) =>
    family.flatMap(({ id }) => {
      const person = ofPerson.get(id)
      const own = person ? claimedIn(facts, person) : []
      if (!person?.isSelected || own.length === 0) return []
      return differenceOf(facts, person, own, family)
    }),
  )
}

/** What was claimed from a person for the period itself, with what was claimed once by its runs. */
export const claimedIn = ({ period }: Facts, { claimed }: ClaimedPerson): Claimed[] =>
  claimed.filter((one) => one.kind !== 'once' || one.period === period.name)

function differenceOf(
  facts: Facts,
  person: ClaimedPerson,
  own: Claimed[],
  family: readonly Omit<ClaimedPerson, 'claimed'>[],
): Difference[] {
  const others = family.filter(({ id }) => id !== person.id)
  const unclaimed = { ...person, claimed: person.claimed.filter((one) => !own.includes(one)) }
  const { dues, faults, exempt } = duesOf(facts.terms, facts.period, [...others, unclaimed])
  const isOwn = ({ personId }: { personId: string }) => personId === person.id
  if (faults.some(isOwn)) return []
  const lines = (dues.find(isOwn)?.lines ?? []).filter((line) => own.some((one) => isClaimOf(one, line)))
  const claimed = own.reduce((sum, { amount }) => sum + amount, 0)
  const now = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (now === claimed || own.some(({ accepted }) => accepted === now)) return []
  const why = !isIn(facts.period, person)
    ? 'left'
    : exempt.some(isOwn)
      ? 'exempt'
      : own.some(({ isCancelled }) => isCancelled)
        ? 'cancelled'
        : whyOther(own, lines)
  return [{ person, claimed, now, why, lines }]
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
