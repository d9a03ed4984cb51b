import type { ListId } from '../../access/lists'
import type { ReminderHold } from '../../fees/reminder-hold'
import { isAdult } from '../../persons/adult'
import { addDays, todayIn } from '../../shared/dates'
import type { DueFee, Level, NotReminded, Reader } from './select'

/** After the third reminder, the board decides. */
const MAX_LEVEL = 3

/** A fee of a reminder. Amounts in cents; `open` is what is to be paid now. `level` 0 was never reminded of. */
export type ReminderFee = {
  id: string
  reference: string
  description: string
  open: number
  due_on: string
  level: 0 | Level
  last_reminded_on: string | null
  revision: number
  /** Who owes it, if someone else pays. */
  owner: { id: string; name: string } | null
}

/** Who can be reminded, with the fees that are due. `level` is the highest that one of them comes to. */
export type ReminderPayer = {
  person_id: string
  name: string
  email: string | null
  list: ListId
  fees: (ReminderFee & { next_level: Level })[]
  total: number
  level: Level
  /** The adults among those whom it pays for, who get the last reminder of their fees as well. */
  copies: ReminderCopy[]
}

/** An adult who gets a copy of a last reminder, about fees that someone else pays. */
export type ReminderCopy = Omit<ReminderPayer, 'email' | 'copies'> & { email: string }

/** Whom to remind of which fees. `undecided` have had all reminders. */
export type Reminders = {
  payers: ReminderPayer[]
  left_out: (Omit<ReminderPayer, 'list'> & { reason: NotReminded })[]
  undecided: { person_id: string; name: string; fees: ReminderFee[]; total: number; isDeceased: boolean }[]
  /** How many open fees have no due date, and are not reminded of for that. */
  without_due_date: number
  /** Whether there are more open fees than were looked at. */
  is_truncated: boolean
}

/** After how many days a level comes: of the first after the due date, of the others after the reminder before. */
export type Offsets = Record<Level, number>

type Facts = { fees: DueFee[]; offsets: Offsets; now: Date; timeZone: string }

/** The reminders that fees call for, in the order of the names of who pays them: one of a family. */
export function remindersOf(
  { fees, offsets, now, timeZone }: Facts,
  rest: Pick<Reminders, 'without_due_date' | 'is_truncated'>,
): Reminders {
  const today = todayIn(timeZone, now)
  const known = fees
    .filter((fee) => !isHeldOn(fee, today))
    .map((fee) => ({ fee, shown: toShown(fee, timeZone) }))
  const due = known.filter(({ shown }) => isDue(shown, offsets, today))
  const isLast = ({ shown }: (typeof due)[number]) => shown.level === MAX_LEVEL
  const reminded = groupsOf(due.filter((one) => !isLast(one))).map((group) => {
    const [first, shown] = [group[0]?.fee as DueFee, group.map(({ shown }) => shown)]
    const next = shown.map((fee) => ({ ...fee, next_level: (fee.level + 1) as Level }))
    const level = Math.max(...next.map(({ next_level }) => next_level)) as Level
    const { id: person_id, name, email, list, reason } = readerOf(first)
    const copies = copiesOf(group, next, today)
    return {
      payer: { person_id, name, email, fees: next, total: totalOf(next), level, copies },
      list,
      reason,
    }
  })
  const payers = reminded.flatMap(({ payer, list, reason }) => (list && !reason ? [{ ...payer, list }] : []))
  return {
    payers,
    left_out: reminded.flatMap(({ payer, reason }) => (reason ? [{ ...payer, reason }] : [])),
    undecided: groupsOf(due.filter(isLast)).map((group) => {
      const { id: person_id, name, reason } = readerOf(group[0]?.fee as DueFee)
      const fees = group.map(({ shown }) => shown)
      return { person_id, name, fees, total: totalOf(fees), isDeceased: reason === 'deceased' }
    }),
    ...rest,
  }
}

function isHeldOn({ hold }: DueFee, today: string): boolean {
  const held: ReminderHold | null = hold && JSON.parse(hold)
  return held !== null && (held.until === null || held.until >= today)
}

const toShown = (fee: DueFee, timeZone: string): ReminderFee => ({
  id: fee.id,
  reference: fee.reference,
  description: fee.description,
  open: fee.open,
  due_on: fee.dueOn,
  level: fee.level ?? 0,
  last_reminded_on: fee.remindedAt && todayIn(timeZone, new Date(fee.remindedAt)),
  revision: fee.revision,
  owner: readerOf(fee).id === fee.personId ? null : { id: fee.personId, name: fee.name },
})

/** Who is reminded of a fee: the payer, or else who owes it. A fee of someone deleted or deceased or of an applicant waits. */
function readerOf({ payer, personId: id, name, email, list, reason }: DueFee): Reader {
  const own: Reader = { id, name, email, list, reason }
  if (!payer) return own
  const reader: Reader = JSON.parse(payer)
  return reason === 'applicant' || reason === 'deceased' ? { ...reader, reason } : reader
}

/** The copies of a reminder for adults whose fees come to the last level, unless they have the address of the payer. */
function copiesOf(group: Due[], next: ReminderPayer['fees'], today: string): ReminderCopy[] {
  const owners = new Map(group.map(({ fee }) => [fee.personId, fee]))
  const last = next.filter(({ next_level, owner }) => next_level === MAX_LEVEL && owner !== null)
  return [...Map.groupBy(last, ({ owner }) => owner?.id ?? '').values()].flatMap((fees) => {
    const fee = owners.get(fees[0]?.owner?.id ?? '')
    if (!fee?.email || !fee.list || fee.reason || !isAdult(fee.birthdate, today)) return []
    if (fee.email.toLowerCase() === readerOf(fee).email?.toLowerCase()) return []
    const { personId: person_id, name, email, list } = fee
    const own = fees.map((one) => ({ ...one, owner: null }))
    return { person_id, name, email, list, fees: own, total: totalOf(own), level: MAX_LEVEL }
  })
}

type Due = { fee: DueFee; shown: ReminderFee }

function isDue({ level, due_on, last_reminded_on }: ReminderFee, offsets: Offsets, today: string): boolean {
  const next = Math.min(level + 1, MAX_LEVEL) as Level
  return addDays(last_reminded_on ?? due_on, offsets[next]) <= today
}

/** The fees by who is reminded of them, in the order of their names. */
const groupsOf = (due: Due[]): Due[][] =>
  [...Map.groupBy(due, ({ fee }) => readerOf(fee).id).values()]
    .map((group) => ({ group, reader: readerOf(group[0]?.fee as DueFee) }))
    .sort(
      ({ reader: one }, { reader: other }) =>
        one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1),
    )
    .map(({ group }) => group)

const totalOf = (fees: ReminderFee[]): number => fees.reduce((sum, { open }) => sum + open, 0)
