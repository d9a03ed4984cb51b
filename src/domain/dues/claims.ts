import { sha256 } from '../shared/hash'
import { type Computed, type Dues, duesOf } from './compute'
import type { Line } from './lines'
import { dueDayAfter } from './period'
import type { Facts } from './reckon'
import type { RuleOf } from './rule'
import type { ClaimedPerson } from './who'

/** A part as it is stored: a line of a person, or a rule that exempts it. `position` counts from 1 in its fee. */
export type NewPart = {
  person: ClaimedPerson
  line: Pick<Line, 'part' | 'name' | 'place' | 'steps'> & { kind: Line['kind'] | 'exempt'; why?: string }
  instalment: number
  position: number
  amount: number
}

/** A fee of a run: the parts of a person that are due on a day. `amount` is their sum. */
export type NewFee = { person: ClaimedPerson; dueOn: string; amount: number; parts: NewPart[] }

/** What a run claims: fees, and parts of 0, which say that a person owes nothing for them. */
export type Claims = { fees: NewFee[]; free: NewPart[]; mark: string }

/** The dues, faults and exemptions of all persons, the families of those who were asked about included. */
export const computeAll = ({ terms, period, persons }: Facts): Computed<ClaimedPerson> =>
  duesOf(terms, period, persons)

/** The dues, faults and exemptions of the persons who were asked about. */
export const selectedOf = ({ dues, faults, exempt }: Computed<ClaimedPerson>): Computed<ClaimedPerson> => ({
  dues: dues.filter(isSelected),
  // Who was claimed from owes that, whatever the plan cannot say any more.
  faults: faults.filter((one) => isSelected(one) && !one.person.claimed.some(({ kind }) => kind === 'base')),
  exempt: exempt.filter(isSelected),
})

const isSelected = ({ person }: { person: ClaimedPerson }): boolean => person.isSelected

/**
 * Turns what is computed into fees, one for each person and day. They are due on the day of the plan or on `dueOn`, but no day
 * before the notice has run out. Parts that were claimed before are not in it.
 */
export function claimsOf(
  facts: Facts,
  { dues, exempt }: Computed<ClaimedPerson>,
  dueOn: string | null = null,
): Claims {
  const fees: NewFee[] = []
  const free: NewPart[] = []
  for (const own of dues) claimFrom(facts, own, { dueOn, fees, free })
  // Who was claimed from before keeps that; an exemption is a difference then.
  for (const { person, rule } of exempt)
    if (person.claimed.length === 0)
      free.push({ person, line: exemption(rule), instalment: 1, position: 1, amount: 0 })
  return { fees, free, mark: markOf(fees, free) }
}

/** Adds the fees of a person, one for each day, and its parts of 0, which are only in the first instalment. */
function claimFrom(
  facts: Facts,
  { person, lines, instalments }: Dues<ClaimedPerson>,
  { dueOn: given, fees, free }: Pick<Claims, 'fees' | 'free'> & { dueOn: string | null },
): void {
  const own: NewFee[] = []
  for (const [number, { dueOn: planned, amounts }] of instalments.entries()) {
    const dueOn = dayOf(facts, planned, number, given)
    for (const [place, line] of lines.entries()) {
      const amount = amounts[place] ?? 0
      const part = { person, line, instalment: number + 1, position: place + 1, amount }
      // The first one is always stored: two runs at once meet in its key.
      if (amount === 0 && number === 0) free.push(part)
      if (amount === 0) continue
      const fee = own.find((one) => one.dueOn === dueOn) ?? { person, dueOn, amount: 0, parts: [] }
      if (fee.parts.length === 0) own.push(fee)
      part.position = fee.parts.push(part)
      fee.amount += amount
    }
  }
  fees.push(...own)
}

/** The mark of what would be claimed: the same as long as each part has its amount and its day. */
function markOf(fees: readonly NewFee[], free: readonly NewPart[]): string {
  // One flat array, since an array for each part takes longer.
  const cells: (string | number | null)[] = []
  const add = ({ person, line, instalment, amount }: NewPart, dueOn: string | null) =>
    cells.push(person.id, line.part, instalment, amount, dueOn)
  for (const { parts, dueOn } of fees) for (const part of parts) add(part, dueOn)
  for (const part of free) add(part, null)
  return sha256(JSON.stringify(cells))
}

function dayOf({ earliest }: Facts, planned: string, number: number, given: string | null): string {
  if (given !== null) return number === 0 || planned < given ? given : planned
  return planned < earliest ? earliest : planned
}

const exemption = ({ id, name, why }: RuleOf<'exempt'>): NewPart['line'] => ({
  ...{ part: id, kind: 'exempt', name, place: null, steps: [], why },
})

/** The day on which what is claimed now is due: that of the plan, or the first after the notice. */
export const planDay = (facts: Facts): string =>
  dayOf(facts, dueDayAfter(facts.period.begin, facts.terms.dueDay), 0, null)
