import { sha256 } from '../../shared/hash'
import type { StaffPrincipal } from '../../staff/principal'
import { DAILY_MAILS } from '../quota'
import { mailsTo, type ReminderMail } from './mails'
import { type LoadedReminders, viewReminders } from './propose'

/**
 * The reminders that chosen persons would get, a mail to each address. `gone` were chosen and cannot be reminded any more.
 * `mark` names what is shown, for the form that confirms it.
 */
export type ReminderReview = {
  mails: ReminderMail[]
  persons: number
  /** What is open in all, in cents. */
  total: number
  gone: number
  sentToday: number
  mark: string
}

/** Shows which mails would remind the chosen persons. One trip. Throws `permission_missing`. */
export const reviewReminders = async (
  principal: StaffPrincipal,
  { personIds }: { personIds: string[] },
): Promise<ReminderReview> => reviewOf(await viewReminders(principal, 'mails:send'), personIds)

/** The {@link ReminderReview} of the chosen ones among reminders that were loaded. */
export function reviewOf(
  { reminders, rules, sentToday }: Pick<LoadedReminders, 'reminders' | 'rules' | 'sentToday'>,
  personIds: string[],
): ReminderReview {
  const chosen = new Set(personIds)
  const payers = reminders.payers.filter(({ person_id }) => chosen.has(person_id))
  const mails = mailsTo(payers, rules)
  return {
    mails,
    persons: payers.length,
    total: payers.reduce((sum, { total }) => sum + total, 0),
    gone: chosen.size - payers.length,
    sentToday,
    mark: markOf(mails),
  }
}

/** Whether the quota of the day does not allow the mails. */
export const isOverQuota = ({ mails, sentToday }: ReminderReview): boolean =>
  sentToday + mails.length > DAILY_MAILS

const MARK_LENGTH = 16

function markOf(mails: ReminderMail[]): string {
  const shown = mails.map(({ address, list, level, subject, body, payers }) => [
    [address, list, level, subject, body],
    payers.map(({ person_id, fees }) => [
      person_id,
      fees.map(({ id, open, next_level }) => [id, open, next_level]),
    ]),
  ])
  return sha256(JSON.stringify(shown)).slice(0, MARK_LENGTH)
}
