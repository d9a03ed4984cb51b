import type { Reminders } from '../../domain/mails/reminders/proposal'
import type { ReminderReview } from '../../domain/mails/reminders/review'
import type { Viewer } from '../layout'
import type { Choice } from './reminders-choice'

/** What the list of reminders shows: who can get one, and who is chosen. */
export type RemindersProps = { reminders: Reminders; choice: Choice; viewer: Viewer }

/** What the review of the mails to those who were chosen shows. */
export type ReminderReviewProps = {
  review: ReminderReview
  /** Who was chosen, also if they cannot be reminded any more. */
  personIds: string[]
  /** The person whose mail is looked at. */
  shown: string | undefined
  isChanged: boolean
  isTooMany: boolean
  viewer: Viewer
}
