import type { NotSentReason } from '../../domain/mails/claim'
import type { Steering } from '../../domain/mails/steer'
import type { Locale } from '../../ui/i18n/locale'
import { RECIPIENT_STATES } from './recipient-states'

const de = {
  progress: 'Fortschritt',
  sentOf: (sent: string, total: string) => `${sent} von ${total} gesendet`,
  waiting: (n: string) => `${n} warten`,
  failed: (n: string) => `${n} nicht zugestellt`,
  refresh: 'Aktualisieren',
  stop: 'Anhalten',
  continue: 'Fortsetzen',
  retry: (n: string) => (n === '1' ? '1 noch einmal versuchen' : `${n} noch einmal versuchen`),
  done: {
    stop: 'Angehalten. Was noch wartet, wird nicht gesendet.',
    continue: 'Es geht weiter.',
    retry: 'Die nicht zugestellten E-Mails werden noch einmal versucht.',
    dropped: 'Die E-Mail ist verworfen.',
    released: 'Die E-Mail wird jetzt gesendet.',
  } satisfies Record<Steering | 'dropped' | 'released', string>,
  meanwhile: 'Das war nicht mehr möglich: Die E-Mail wurde inzwischen gesendet, angehalten oder geändert.',
  unknownTitle: (n: string) => (n === '1' ? '1 E-Mail ist ungewiss' : `${n} E-Mails sind ungewiss`),
  unknownLead:
    'Sie wurden übergeben, aber die Bestätigung blieb aus. Damit niemand sie zweimal bekommt, werden sie nicht noch einmal gesendet. Frag im Zweifel nach.',
  failedTitle: (n: string) =>
    n === '1' ? '1 E-Mail wurde nicht zugestellt' : `${n} E-Mails wurden nicht zugestellt`,
  failedShow: 'Wer das ist',
  stoppedLead: (n: string) => `${n} E-Mails warten noch. Sie werden erst gesendet, wenn du fortsetzt.`,
  heldTitle: (n: string) => (n === '1' ? '1 E-Mail wartet bis morgen' : `${n} E-Mails warten bis morgen`),
  heldLead:
    'Der Versanddienst nimmt heute keine weiteren E-Mails an. Der Rest wird automatisch gesendet, sobald es wieder geht.',
  swept: (date: string) =>
    `Die Liste der Empfänger wurde am ${date} gelöscht, zwei Jahre nach dem Versand. Die Zahlen oben bleiben erhalten.`,
  about: 'Automatische E-Mail',
  text: 'Der Text',
  recipients: 'Empfänger',
  noRecipients: 'Diesen Status hat niemand.',
  all: 'Alle',
  states: RECIPIENT_STATES.de,
  reasons: {
    undeliverable: 'Die Adresse nimmt keine E-Mails an; sie ist jetzt gesperrt.',
    not_allowed: 'Der Versand an diese Adresse ist nicht erlaubt.',
    not_delivered: 'Der Server der Adresse hat die E-Mail abgelehnt.',
    invalid_address: 'Die Adresse ist ungültig.',
    too_large: 'Die E-Mail ist zu groß.',
    deleted: 'Die Person wurde inzwischen gelöscht.',
    deceased: 'Die Person ist inzwischen verstorben.',
    unsubscribed: 'Hat Neuigkeiten inzwischen abbestellt.',
    no_portal: 'Hat keinen Zugang zum Mitgliederportal.',
    nothing_open: 'Hat inzwischen nichts mehr zu zahlen.',
    not_paid: 'Der Beitrag gilt nicht mehr als bezahlt.',
    no_debit: 'Die Lastschrift gibt es nicht mehr.',
    complained: 'Wurde zugestellt und als Spam gemeldet; die Adresse ist jetzt gesperrt.',
  } satisfies Record<NotSentReason, string>,
  deletedPerson: 'Gelöschte Person',
  sentWith: 'mit der E-Mail einer anderen Person',
  columns: { name: 'Name', state: 'Status', reason: 'Grund', at: 'Zeit' },
  previous: 'Zurück',
  next: 'Weiter',
}

const en: typeof de = {
  progress: 'Progress',
  sentOf: (sent, total) => `${sent} of ${total} sent`,
  waiting: (n) => `${n} waiting`,
  failed: (n) => `${n} not delivered`,
  refresh: 'Refresh',
  stop: 'Stop',
  continue: 'Continue',
  retry: (n) => `Try ${n} again`,
  done: {
    stop: 'Stopped. What still waits is not sent.',
    continue: 'It goes on.',
    retry: 'The emails that were not delivered are tried again.',
    dropped: 'The email is dropped.',
    released: 'The email is being sent.',
  },
  meanwhile: 'That was no longer possible: the email has been sent, stopped or changed meanwhile.',
  unknownTitle: (n) => (n === '1' ? '1 email is uncertain' : `${n} emails are uncertain`),
  unknownLead:
    'They were handed over, but not confirmed. They are not sent again, so that nobody gets them twice. Ask if in doubt.',
  failedTitle: (n) => (n === '1' ? '1 email was not delivered' : `${n} emails were not delivered`),
  failedShow: 'Show who',
  stoppedLead: (n) => `${n} emails still wait. They are only sent once you continue.`,
  heldTitle: (n) => (n === '1' ? '1 email waits until tomorrow' : `${n} emails wait until tomorrow`),
  heldLead:
    'Today’s limit of the email service is reached. The rest is sent automatically as soon as possible.',
  swept: (date) =>
    `The list of recipients was deleted on ${date}, two years after the email was sent. The numbers above stay.`,
  about: 'Automatic email',
  text: 'The text',
  recipients: 'Recipients',
  noRecipients: 'Nobody is in this state.',
  all: 'All',
  states: RECIPIENT_STATES.en,
  reasons: {
    undeliverable: 'The address takes no emails; it is blocked now.',
    not_allowed: 'Sending to this address is not allowed.',
    not_delivered: 'The server of the address refused the email.',
    invalid_address: 'The address is not valid.',
    too_large: 'The email is too large.',
    deleted: 'The person has been deleted meanwhile.',
    deceased: 'The person has died meanwhile.',
    unsubscribed: 'Has unsubscribed from news meanwhile.',
    no_portal: 'Has no access to the member portal.',
    nothing_open: 'Has nothing to pay any more.',
    not_paid: 'The fee does not count as paid any more.',
    no_debit: 'The direct debit does not exist any more.',
    complained: 'Was delivered and reported as spam; the address is blocked now.',
  },
  deletedPerson: 'Deleted person',
  sentWith: 'with the email to someone else',
  columns: { name: 'Name', state: 'Status', reason: 'Reason', at: 'Time' },
  previous: 'Back',
  next: 'Next',
}

/** What the page of a mail says that is or was sent. */
export const sentTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
