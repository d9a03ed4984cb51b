import type { Occasion, OccasionGroup, Reminder } from '../../domain/mails/rules/occasions'
import type { Locale } from '../../ui/i18n/locale'

const days = (n: number) => (n === 1 ? 'einen Tag' : `${n} Tage`)

const de = {
  title: 'Automatische E-Mails',
  lead: 'Was der Verein von selbst schreibt, jeden Tag ab 8 Uhr. Jede E-Mail ist aus, bis du sie einschaltest.',
  groups: { membership: 'Mitgliedschaft', money: 'Beiträge', reminders: 'Mahnungen' } satisfies Record<
    OccasionGroup,
    string
  >,
  remindersLead:
    'Mahnungen gehen nie von selbst hinaus: Du siehst erst, wer gemahnt würde, und sendest sie dann.',
  toReminders: 'Fällige Mahnungen prüfen',
  on: 'An',
  off: 'Aus',
  byHand: 'Nach Prüfung',
  notSent: 'Automatische E-Mails werden zurzeit nicht gesendet',
  notSentLead:
    'Dem Dienst fehlt seine öffentliche Adresse, ohne die kein Link in einer E-Mail stimmt. Bitte den Betreiber, PUBLIC_URL zu setzen. Danach wird gesendet, was eingeschaltet ist.',
  /** When a mail is sent; `n` are days after the occasion, before it where negative. */
  when: {
    joined: (n: number) => around(n, 'Am Tag des Eintritts', 'dem Eintritt'),
    birthday: (n: number) => around(n, 'Am Geburtstag', 'dem Geburtstag'),
    membership_years: (n: number) =>
      `${around(n, 'Am Jahrestag des Eintritts', 'dem Jahrestag des Eintritts')}; nach 1, 5, 10, 15 … Jahren`,
    application_confirmed: (n: number) => after(n, 'der Aufnahme'),
    guardianship_ended: (n: number) => after(n, 'dem 18. Geburtstag'),
    application_rejected: (_: number) => 'Sofort, wenn ein Antrag abgelehnt wird',
    fee_claimed: (n: number) => after(n, 'dem Anlegen des Beitrags'),
    debit_announced: (_: number) => 'Innerhalb einer Stunde nach der Freigabe des Einzugs',
    debit_returned: (n: number) => after(n, 'dem Eintragen der Rücklastschrift'),
    payment_received: (n: number) => after(n, 'dem Eintragen der Zahlung'),
    reminder_1: (n: number) => due(n, 'der Fälligkeit'),
    reminder_2: (n: number) => due(n, 'der Zahlungserinnerung'),
    reminder_3: (n: number) => due(n, 'der Mahnung'),
  } satisfies Record<Occasion, (n: number) => string>,
  enabled: 'Einschalten',
  enabledHint: {
    joined: 'Gilt ab jetzt: Wer bis gestern eingetreten ist, bekommt nichts nachträglich.',
    birthday: 'Gilt ab jetzt: Vergangene Geburtstage werden nicht nachgeholt.',
    membership_years: 'Gilt ab jetzt: Vergangene Jubiläen werden nicht nachgeholt.',
    application_confirmed: 'Gilt ab jetzt: für Personen, die ab jetzt aufgenommen werden.',
    guardianship_ended: 'Gilt ab jetzt: für Mitglieder mit Sorgeberechtigten, die ab jetzt 18 werden.',
    application_rejected: 'Gilt ab jetzt: für Anträge, die ab jetzt abgelehnt werden.',
    fee_claimed: 'Gilt ab jetzt: für Beiträge, die ab jetzt angelegt werden.',
    debit_announced: 'Gilt ab jetzt: für Einzüge, die ab jetzt freigegeben werden.',
    debit_returned: 'Gilt ab jetzt: für Rücklastschriften, die ab jetzt eingetragen werden.',
    payment_received: 'Gilt ab jetzt: für Beiträge, die ab jetzt bezahlt werden.',
  } satisfies Record<Exclude<Occasion, Reminder>, string>,
  offset: 'Abstand in Tagen',
  offsetHints: {
    date: '0 ist der Tag selbst. 3 ist drei Tage danach, −3 drei Tage davor.',
    event: '0 ist der nächste Versand um 8 Uhr. 3 ist drei Tage danach.',
    first: 'Tage nach der Fälligkeit, frühestens dann wird die Mahnung vorgeschlagen.',
    next: 'Tage nach der Mahnung davor, frühestens dann wird diese vorgeschlagen.',
  },
  now: 'Jetzt gespeichert',
  preview: 'Vorschau',
  previewLead: 'Mit den Angaben einer erfundenen Person, als reiner Text.',
  refresh: 'Vorschau aktualisieren',
  subject: 'Betreff',
  contacts:
    'Kontakte bekommen sie auch. Wer von ihnen für niemanden zahlt, hat kein Portal: Ein Absatz mit dem Link dorthin fehlt dann.',
  sepa: {
    title: 'Die Ankündigung ist Pflicht',
    lead: (n: number) =>
      `Bei SEPA-Lastschriften müssen Betrag und Tag vorher angekündigt werden, hier ${days(n)} vorher.`,
    on: 'Jeder Einzug wird mit dieser E-Mail angekündigt. Wer keine E-Mail-Adresse hat, braucht einen Brief.',
    off: 'Zurzeit wird kein Einzug von selbst angekündigt. Du musst es selbst tun, oder du schaltest diese E-Mail ein.',
    late: 'Mit einem Abstand bleiben weniger Tage bis zur Abbuchung. Plane den Einzug entsprechend später.',
  },
  saved: {
    on: (when: string) => `Gespeichert und eingeschaltet. ${when}`,
    off: 'Gespeichert. Diese E-Mail wird nicht gesendet.',
    reminder: 'Gespeichert.',
  },
  changed: 'Inzwischen geändert',
  changedBy: (who: string, when: string) => `Zuletzt von ${who}, ${when}.`,
  changedLead:
    'Gespeichert wurde gerade nichts. Deine Eingaben sind noch hier; wenn du noch einmal speicherst, gelten sie.',
  lastChange: (who: string, when: string) => `Zuletzt geändert von ${who}, ${when}.`,
  issues: {
    offset: 'Bitte gib eine ganze Zahl von −366 bis 366 ein.',
    offsetAfter:
      'Bitte gib eine ganze Zahl von 0 bis 366 ein. Davor geht nicht: Das Ereignis ist vorher nicht bekannt.',
    portal: 'führt ins Mitgliederportal, aber das ist nicht eingeschaltet',
  },
}

function around(n: number, onDay: string, anchor: string): string {
  if (n === 0) return `${onDay}, ab 8 Uhr`
  return `${days(Math.abs(n))} ${n > 0 ? 'nach' : 'vor'} ${anchor}, ab 8 Uhr`.replace(/^e/, 'E')
}

function after(n: number, anchor: string): string {
  if (n === 0) return `Nach ${anchor}, beim nächsten Versand um 8 Uhr`
  return `${days(n)} nach ${anchor}, ab 8 Uhr`.replace(/^e/, 'E')
}

const due = (n: number, anchor: string) =>
  n === 0
    ? `Gleich nach ${anchor}, wenn du sie sendest`
    : `Frühestens ${days(n)} nach ${anchor}, wenn du sie sendest`

const inDays = (n: number) => (n === 1 ? '1 day' : `${n} days`)

const en: typeof de = {
  title: 'Automatic emails',
  lead: 'What the association writes by itself, each day from 8 a.m. Each email is off until you switch it on.',
  groups: { membership: 'Membership', money: 'Fees', reminders: 'Reminders' },
  remindersLead: 'Reminders never go out by themselves: you see who would get one first, and then send them.',
  toReminders: 'Review reminders that are due',
  on: 'On',
  off: 'Off',
  byHand: 'After review',
  notSent: 'Automatic emails are not being sent',
  notSentLead:
    'The service does not know its public address, without which no link in an email works. Ask the operator to set PUBLIC_URL. After that, what is switched on is sent.',
  when: {
    joined: (n) => aroundEn(n, 'On the day of joining', 'joining'),
    birthday: (n) => aroundEn(n, 'On the birthday', 'the birthday'),
    membership_years: (n) =>
      `${aroundEn(n, 'On the anniversary of joining', 'the anniversary of joining')}; after 1, 5, 10, 15 … years`,
    application_confirmed: (n) => afterEn(n, 'the person is admitted'),
    guardianship_ended: (n) => afterEn(n, 'the 18th birthday'),
    application_rejected: () => 'At once when an application is rejected',
    fee_claimed: (n) => afterEn(n, 'the fee is added'),
    debit_announced: () => 'Within an hour of the release of the collection',
    debit_returned: (n) => afterEn(n, 'the return is recorded'),
    payment_received: (n) => afterEn(n, 'the payment is recorded'),
    reminder_1: (n) => dueEn(n, 'the due date'),
    reminder_2: (n) => dueEn(n, 'the first reminder'),
    reminder_3: (n) => dueEn(n, 'the second reminder'),
  },
  enabled: 'Switch on',
  enabledHint: {
    joined: 'Applies from now on: those who joined before today get nothing afterwards.',
    birthday: 'Applies from now on: past birthdays are not made up for.',
    membership_years: 'Applies from now on: past anniversaries are not made up for.',
    application_confirmed: 'Applies from now on: to persons who are admitted from now on.',
    guardianship_ended: 'Applies from now on: to members with a guardian who turn 18 from now on.',
    application_rejected: 'Applies from now on: to applications that are rejected from now on.',
    fee_claimed: 'Applies from now on: to fees that are added from now on.',
    debit_announced: 'Applies from now on: to collections that are released from now on.',
    debit_returned: 'Applies from now on: to debits whose return is recorded from now on.',
    payment_received: 'Applies from now on: to fees that are paid from now on.',
  },
  offset: 'Days in between',
  offsetHints: {
    date: '0 is the day itself. 3 is three days after it, −3 three days before it.',
    event: '0 is the next run at 8 a.m. 3 is three days later.',
    first: 'Days after the due date. The reminder is proposed then at the earliest.',
    next: 'Days after the reminder before. This one is proposed then at the earliest.',
  },
  now: 'Saved now',
  preview: 'Preview',
  previewLead: 'With the details of a made-up person, as plain text.',
  refresh: 'Refresh the preview',
  subject: 'Subject',
  contacts:
    'Contacts get it, too. Those who pay for nobody have no portal: a paragraph with the link to it is left out for them.',
  sepa: {
    title: 'The notice is required',
    lead: (n) =>
      `For SEPA direct debits, the amount and the date must be announced beforehand: here, ${inDays(n)} before.`,
    on: 'Each collection is announced with this email. Those without an email address need a letter.',
    off: 'At present no collection is announced by itself. You have to do it, or you switch this email on.',
    late: 'With days in between, fewer days are left until the debit. Plan the collection for a later date.',
  },
  saved: {
    on: (when) => `Saved and switched on. ${when}`,
    off: 'Saved. This email is not sent.',
    reminder: 'Saved.',
  },
  changed: 'Changed meanwhile',
  changedBy: (who, when) => `Last by ${who}, ${when}.`,
  changedLead: 'Nothing was saved just now. Your entries are still here; they apply if you save again.',
  lastChange: (who, when) => `Last changed by ${who}, ${when}.`,
  issues: {
    offset: 'Enter a whole number from −366 to 366.',
    offsetAfter: 'Enter a whole number from 0 to 366. Before is not possible: nobody knows of it beforehand.',
    portal: 'leads into the member portal, which is switched off',
  },
}

function aroundEn(n: number, onDay: string, anchor: string): string {
  if (n === 0) return `${onDay}, from 8 a.m.`
  return `${inDays(Math.abs(n))} ${n > 0 ? 'after' : 'before'} ${anchor}, from 8 a.m.`
}

const afterEn = (n: number, anchor: string) =>
  n === 0 ? `After ${anchor}, with the next run at 8 a.m.` : `${inDays(n)} after ${anchor}, from 8 a.m.`

const dueEn = (n: number, anchor: string) =>
  n === 0
    ? `Right after ${anchor}, when you send it`
    : `${inDays(n)} after ${anchor} at the earliest, when you send it`

/** What the pages of automatic mails say. */
export const automaticTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
