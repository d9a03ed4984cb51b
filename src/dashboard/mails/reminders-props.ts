import type { Reminders } from '../../domain/mails/reminders/proposal'
import type { Viewer } from '../layout'
import type { Choice } from './reminders-choice'

/** What the review of reminders shows: who would get one, and who is chosen. */
export type ReviewProps = { reminders: Reminders; choice: Choice; viewer: Viewer }
