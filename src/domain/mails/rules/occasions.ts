/** The groups of occasions, in the order of the page. */
export const OCCASION_GROUPS = ['membership', 'money', 'reminders'] as const
export type OccasionGroup = (typeof OCCASION_GROUPS)[number]

/**
 * What a mail for an occasion is about. That decides which fees or debits it names, which placeholders it may have, and when
 * it is not sent after all. Mails about money go to contacts, too.
 */
export type About = 'member' | 'fee_to_pay' | 'paid_fee' | 'live_debit' | 'returned_debit' | 'reminded_fees'

/**
 * `sentBy`: a date of a member, an event of the log, the act of a member of staff, or a review by staff. `kind`: what the rule
 * begins with. `offset`: the days that it begins with; absent if staff can't choose them.
 */
type Definition = {
  group: OccasionGroup
  sentBy: 'date' | 'event' | 'act' | 'review'
  about: About
  kind: 'official' | 'news'
  offset?: number
}

/** Everything that has a rule, in the order of pages. Stored rules and mails keep the names. */
export const OCCASIONS = {
  joined: { group: 'membership', sentBy: 'date', about: 'member', kind: 'official', offset: 0 },
  application_confirmed: {
    group: 'membership',
    sentBy: 'event',
    about: 'member',
    kind: 'official',
    offset: 0,
  },
  // The guardian pays on, so that the member is told what has changed.
  guardianship_ended: {
    group: 'membership',
    sentBy: 'event',
    about: 'member',
    kind: 'official',
    offset: 0,
  },
  // A rejected applicant is deleted, and is told at once.
  application_rejected: { group: 'membership', sentBy: 'act', about: 'member', kind: 'official' },
  birthday: { group: 'membership', sentBy: 'date', about: 'member', kind: 'news', offset: 0 },
  membership_years: { group: 'membership', sentBy: 'date', about: 'member', kind: 'news', offset: 0 },
  fee_claimed: { group: 'money', sentBy: 'event', about: 'fee_to_pay', kind: 'official', offset: 0 },
  // SEPA counts the days from when debtors are told.
  debit_announced: { group: 'money', sentBy: 'event', about: 'live_debit', kind: 'official' },
  debit_returned: { group: 'money', sentBy: 'event', about: 'returned_debit', kind: 'official', offset: 0 },
  payment_received: { group: 'money', sentBy: 'event', about: 'paid_fee', kind: 'official', offset: 0 },
  reminder_1: { group: 'reminders', sentBy: 'review', about: 'reminded_fees', kind: 'official', offset: 7 },
  reminder_2: { group: 'reminders', sentBy: 'review', about: 'reminded_fees', kind: 'official', offset: 14 },
  reminder_3: { group: 'reminders', sentBy: 'review', about: 'reminded_fees', kind: 'official', offset: 14 },
} as const satisfies Record<string, Definition>

export type Occasion = keyof typeof OCCASIONS

type SentBy<By extends Definition['sentBy']> = {
  [O in Occasion]: (typeof OCCASIONS)[O]['sentBy'] extends By ? O : never
}[Occasion]
export type DateOccasion = SentBy<'date'>
export type EventOccasion = SentBy<'event'>
export type Reminder = SentBy<'review'>

/** What the column `occasion` of mails has: a reminder has the text of its level, and no occasion of its own. */
export type MailOccasion = Exclude<Occasion, Reminder> | 'reminder'

export const ALL_OCCASIONS = Object.keys(OCCASIONS) as Occasion[]

/** What is sent within the hour and not in the next morning. */
export const URGENT_OCCASION: EventOccasion = 'debit_announced'

/** Whether a stored text is an occasion of today. */
export const isOccasion = (text: string): text is Occasion => Object.hasOwn(OCCASIONS, text)

const isSentBy = (occasion: string, by: Definition['sentBy']): boolean =>
  isOccasion(occasion) && OCCASIONS[occasion].sentBy === by

/** Whether a date of a member brings the mail about. */
export const isDateOccasion = (occasion: string): occasion is DateOccasion => isSentBy(occasion, 'date')
/** Whether an event of the log brings the mail about. */
export const isEventOccasion = (occasion: string): occasion is EventOccasion => isSentBy(occasion, 'event')
/** Whether staff send the mail after a review. */
export const isReminder = (occasion: string): occasion is Reminder => isSentBy(occasion, 'review')

/** Whether the hourly run sends it. */
export const isSentHourly = (occasion: string): occasion is DateOccasion | EventOccasion =>
  isDateOccasion(occasion) || isEventOccasion(occasion)

/** The days that a rule begins with; undefined if staff can't choose them. */
export const offsetOf = (occasion: Occasion): number | undefined => {
  const { offset }: Definition = OCCASIONS[occasion]
  return offset
}

/** What a mail is about; `member` for what staff write, whose occasion is NULL, and for an unknown occasion. */
export function aboutOf(occasion: string | null): About {
  if (occasion === 'reminder') return 'reminded_fees'
  return occasion !== null && isOccasion(occasion) ? OCCASIONS[occasion].about : 'member'
}

/** Whether a mail is about a direct debit, and can name it. */
export const isAboutDebit = (occasion: string | null): boolean =>
  ['live_debit', 'returned_debit'].includes(aboutOf(occasion))
