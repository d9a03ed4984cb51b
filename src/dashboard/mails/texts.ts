import type { MailOccasion, Occasion } from '../../domain/mails/rules/occasions'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'E-Mails',
  lead: 'Was der Verein seinen Mitgliedern und Kontakten schreibt.',
  add: 'E-Mail schreiben',
  steps: { write: 'Schreiben', choose: 'Auswählen', review: 'Prüfen und senden' },
  none: 'Noch keine E-Mails',
  noneLead:
    'Schreib allen oder ausgewählten Mitgliedern: eine Einladung, einen Hinweis, den Link in ihr Mitgliederportal.',
  drafts: 'Entwürfe',
  written: 'Gesendet',
  newest: 'Neueste',
  older: 'Ältere',
  columns: { subject: 'Betreff', audience: 'An', state: 'Status', kind: 'Art', date: 'Datum' },
  states: { draft: 'Entwurf', sending: 'Wird gesendet', stopped: 'Angehalten', sent: 'Gesendet' },
  kinds: { official: 'Offiziell', news: 'Neuigkeiten' },
  sentOf: (sent: string, total: string) => `${sent} von ${total}`,
  failed: (n: string) => `${n} nicht zugestellt`,
  automatic: 'Automatisch',
  automatics: 'Automatische E-Mails',
  deleted: 'Entwurf gelöscht.',
  audience: {
    chosen: (n: string) => (n === '1' ? '1 ausgewählte Person' : `Ausgewählte Personen: ${n}`),
    members: {
      active: 'Alle aktiven Mitglieder',
      former: 'Alle ausgetretenen Mitglieder',
      all: 'Alle Mitglieder, auch ausgetretene',
    },
    contacts: 'Alle Kontakte',
    toPayers: 'an Zahler, einmal je Familie',
    narrowed: {
      members: { active: 'Aktive Mitglieder', former: 'Ausgetretene Mitglieder', all: 'Mitglieder' },
      contacts: 'Kontakte',
    },
    conditions: (n: number) => (n === 1 ? '1 Bedingung' : `${n} Bedingungen`),
    searched: (text: string) => `Suche „${text}“`,
    with: (who: string, what: string) => `${who}: ${what}`,
  },
  quotaNotice: {
    subject: (workspace: string) => `${workspace}: Heute sind fast alle E-Mails verbraucht`,
    lead: (workspace: string, used: string, most: string) =>
      `${workspace} hat heute ${used} E-Mails verschickt. Am Tag sind höchstens ${most} möglich.`,
    rest: 'Was darüber hinausgeht, wird abgelehnt und kann am nächsten Tag verschickt werden. Du weißt von diesen E-Mails nichts? Dann melde dich an und sieh im Protokoll nach, wer sie verschickt hat.',
  },
  occasions: {
    joined: 'Begrüßung neuer Mitglieder',
    application_confirmed: 'Bestätigung eines Antrags',
    guardianship_ended: 'Volljährigkeit',
    application_rejected: 'Ablehnung eines Antrags',
    birthday: 'Glückwunsch zum Geburtstag',
    membership_years: 'Glückwunsch zum Jubiläum',
    fee_claimed: 'Beitrag erhoben',
    debit_announced: 'Ankündigung einer Lastschrift',
    debit_returned: 'Hinweis auf eine Rücklastschrift',
    payment_received: 'Bestätigung einer Zahlung',
    reminder: 'Zahlungserinnerung',
    reminder_1: 'Zahlungserinnerung',
    reminder_2: 'Mahnung',
    reminder_3: 'Letzte Mahnung',
  } satisfies Record<Occasion | MailOccasion, string>,
}

const en: typeof de = {
  title: 'Emails',
  lead: 'What the association writes to its members and contacts.',
  add: 'Write an email',
  steps: { write: 'Write', choose: 'Choose', review: 'Check and send' },
  none: 'No emails yet',
  noneLead:
    'Write to all or some of your members: an invitation, a notice, or the link into their member portal.',
  drafts: 'Drafts',
  written: 'Sent',
  newest: 'Newest',
  older: 'Older',
  columns: { subject: 'Subject', audience: 'To', state: 'Status', kind: 'Kind', date: 'Date' },
  states: { draft: 'Draft', sending: 'Being sent', stopped: 'Stopped', sent: 'Sent' },
  kinds: { official: 'Official', news: 'News' },
  sentOf: (sent, total) => `${sent} of ${total}`,
  failed: (n) => `${n} not delivered`,
  automatic: 'Automatic',
  automatics: 'Automatic emails',
  deleted: 'Draft deleted.',
  audience: {
    chosen: (n) => (n === '1' ? '1 chosen person' : `Chosen persons: ${n}`),
    members: {
      active: 'All active members',
      former: 'All former members',
      all: 'All members, also former ones',
    },
    contacts: 'All contacts',
    toPayers: 'to payers, once per family',
    narrowed: {
      members: { active: 'Active members', former: 'Former members', all: 'Members' },
      contacts: 'Contacts',
    },
    conditions: (n) => (n === 1 ? '1 condition' : `${n} conditions`),
    searched: (text) => `search “${text}”`,
    with: (who, what) => `${who}: ${what}`,
  },
  quotaNotice: {
    subject: (workspace) => `${workspace}: nearly all emails of today are used up`,
    lead: (workspace, used, most) =>
      `${workspace} has sent ${used} emails today. At most ${most} are possible on a day.`,
    rest: 'What goes beyond that is refused, and can be sent on the next day. You do not know about these emails? Then sign in, and look in the audit log who has sent them.',
  },
  occasions: {
    joined: 'Welcome to new members',
    application_confirmed: 'Confirmation of an application',
    guardianship_ended: 'Coming of age',
    application_rejected: 'Rejection of an application',
    birthday: 'Birthday greeting',
    membership_years: 'Anniversary greeting',
    fee_claimed: 'Fee claimed',
    debit_announced: 'Announcement of a direct debit',
    debit_returned: 'Notice of a returned debit',
    payment_received: 'Confirmation of a payment',
    reminder: 'Payment reminder',
    reminder_1: 'First reminder',
    reminder_2: 'Second reminder',
    reminder_3: 'Final reminder',
  },
}

/** What the list of mails says. */
export const mailsTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
