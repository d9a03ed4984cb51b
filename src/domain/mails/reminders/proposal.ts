import type { ListId } from '../../access/lists'
import type { ReminderHold } from '../../fees/reminder-hold'
import { addDays, todayIn } from '../../shared/dates'
import type { DueFee, Level, NotReminded } from './select'

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
}

/** Whom to remind of which fees. `undecided` have had all reminders. */
export type Reminders = {
  payers: ReminderPayer[]
  left_out: (Omit<ReminderPayer, 'list'> & { reason: NotReminded })[]
  undecided: { person_id: string; name: string; fees: ReminderFee[]; total: number }[]
  /** How many open fees have no due date, and are not reminded of for that. */
  without_due_date: number
  /** Whether there are more open fees than were looked at. */
  is_truncated: boolean
}

/** After how many days a level comes: of the first after the due date, of the others after the reminder before. */
export type Offsets = Record<Level, number>

type Facts = { fees: DueFee[]; offsets: Offsets; now: Date; timeZone: string }

/** The reminders that fees call for, in the order of the names of who pays them. */
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
  const reminded = groupsOf(due.filter((one) => !isLast(one))).map(([first, shown]) => {
    const next = shown.map((fee) => ({ ...fee, next_level: (fee.level + 1) as Level }))
    const level = Math.max(...next.map(({ next_level }) => next_level)) as Level
    const { personId: person_id, name, email, list, reason } = first
    return { payer: { person_id, name, email, fees: next, total: totalOf(next), level }, list, reason }
  })
  const payers = reminded.flatMap(({ payer, list, reason }) => (list && !reason ? [{ ...payer, list }] : []))
  return {
    payers,
    left_out: reminded.flatMap(({ payer, reason }) => (reason ? [{ ...payer, reason }] : [])),
    undecided: groupsOf(due.filter(isLast)).map(([{ personId, name }, shown]) => ({
      person_id: personId,
      name,
      fees: shown,
      total: totalOf(shown),
    })),
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
})

function isDue({ level, due_on, last_reminded_on }: ReminderFee, offsets: Offsets, today: string): boolean {
  const next = Math.min(level + 1, MAX_LEVEL) as Level
  return addDays(last_reminded_on ?? due_on, offsets[next]) <= today
}

/** The fees of each person, with a row of the person. */
const groupsOf = (due: { fee: DueFee; shown: ReminderFee }[]): [DueFee, ReminderFee[]][] =>
  [...Map.groupBy(due, ({ fee }) => fee.personId).values()]
    .map((group): [DueFee, ReminderFee[]] => [group[0]?.fee as DueFee, group.map(({ shown }) => shown)])
    .sort(([one], [other]) => one.name.localeCompare(other.name) || (one.personId < other.personId ? -1 : 1))

const totalOf = (fees: ReminderFee[]): number => fees.reduce((sum, { open }) => sum + open, 0)
