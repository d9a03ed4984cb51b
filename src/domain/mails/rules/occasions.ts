/** The dates of members that automatic mails are about. */
export const DATE_OCCASIONS = ['joined', 'birthday', 'membership_years'] as const
export type DateOccasion = (typeof DATE_OCCASIONS)[number]

/** What the log tells that automatic mails are about. */
export const EVENT_OCCASIONS = [
  'application_confirmed',
  'fee_claimed',
  'debit_announced',
  'debit_returned',
  'payment_received',
] as const
export type EventOccasion = (typeof EVENT_OCCASIONS)[number]

/** What is sent within the hour and not in the next morning: SEPA counts the days from when debtors are told. */
export const URGENT_OCCASION: EventOccasion = 'debit_announced'

/** The levels of reminders, which have texts but are sent by hand. */
export const REMINDERS = ['reminder_1', 'reminder_2', 'reminder_3'] as const
export type Reminder = (typeof REMINDERS)[number]

/** Everything that has a rule: what the daily run sends, the mail to rejected applicants, and reminders. */
export const OCCASIONS = [
  'joined',
  'application_confirmed',
  'application_rejected',
  'birthday',
  'membership_years',
  'fee_claimed',
  'debit_announced',
  'debit_returned',
  'payment_received',
  ...REMINDERS,
] as const
export type Occasion = (typeof OCCASIONS)[number]

export const isOccasion = (text: string): text is Occasion => OCCASIONS.some((known) => known === text)

export const isDateOccasion = (occasion: string): occasion is DateOccasion =>
  DATE_OCCASIONS.some((known) => known === occasion)

export const isEventOccasion = (occasion: string): occasion is EventOccasion =>
  EVENT_OCCASIONS.some((known) => known === occasion)

export const isReminder = (occasion: string): occasion is Reminder =>
  REMINDERS.some((known) => known === occasion)
