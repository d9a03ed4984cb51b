import type { Locale } from '../../ui/i18n/locale'

const de = {
  toDo: 'Zu erledigen',
  applications: (count: string) => (count === '1' ? '1 Antrag wartet' : `${count} Anträge warten`),
  openLines: (count: string) =>
    count === '1' ? '1 Umsatz der Bank ist offen' : `${count} Umsätze der Bank sind offen`,
  returned: (count: string) =>
    count === '1'
      ? 'Bei 1 Beitrag kam die Lastschrift zurück'
      : `Bei ${count} Beiträgen kam die Lastschrift zurück`,
  failedMails: (count: string) =>
    count === '1' ? '1 E-Mail kam nicht an' : `${count} E-Mails kamen nicht an`,
  toRemind: (count: string) =>
    count === '1' ? '1 Person hat überfällige Beiträge' : `${count} Personen haben überfällige Beiträge`,
  notSent: (count: string) =>
    count === '1'
      ? '1 automatische E-Mail ist eingeschaltet, wird aber nicht gesendet'
      : `${count} automatische E-Mails sind eingeschaltet, werden aber nicht gesendet`,
  collections: {
    released: (day: string) => `Einzug am ${day}: Datei bei der Bank einreichen`,
    submitted: (day: string) => `Einzug vom ${day}: Gutschrift prüfen`,
  },
  moreThan: (count: string) => `mehr als ${count}`,
  allDone: 'Alles erledigt.',
  members: 'Mitglieder',
  contacts: 'Kontakte',
  openFees: 'Offene Beiträge',
  openAmount: 'Offener Betrag',
  thisMonth: (change: string) => `${change} in diesem Monat`,
  asOf: (day: string) => `Gezählt am ${day}, einmal in der Nacht`,
  notCounted: 'Die Zahlen kommen über Nacht.',
  course: 'Mitglieder im letzten Jahr',
  openCourse: 'Offener Betrag im letzten Jahr',
  feesOf: (year: string) => `Beiträge ${year} nach Status`,
  newestFees: (count: string) => `Nur die neuesten ${count} Beiträge sind gezählt.`,
  changes: 'Letzte Änderungen',
  wholeLog: 'Zum Protokoll',
  begin: 'So geht es los',
  steps: {
    members: 'Mitglieder anlegen oder importieren',
    columns: 'Eigene Felder festlegen',
    fees: 'Den ersten Beitrag erheben',
    staff: 'Kassenführung oder Geschäftsstelle einladen',
  },
}

const en: typeof de = {
  toDo: 'To do',
  applications: (count) => (count === '1' ? '1 application waits' : `${count} applications wait`),
  openLines: (count) => (count === '1' ? '1 bank line is open' : `${count} bank lines are open`),
  returned: (count) =>
    count === '1' ? 'The direct debit of 1 fee came back' : `The direct debits of ${count} fees came back`,
  failedMails: (count) => (count === '1' ? '1 email failed' : `${count} emails failed`),
  toRemind: (count) => (count === '1' ? '1 person has overdue fees' : `${count} persons have overdue fees`),
  notSent: (count) =>
    count === '1'
      ? '1 automatic email is switched on but not sent'
      : `${count} automatic emails are switched on but not sent`,
  collections: {
    released: (day) => `Collection on ${day}: send the file to the bank`,
    submitted: (day) => `Collection of ${day}: check the credit`,
  },
  moreThan: (count) => `more than ${count}`,
  allDone: 'All done.',
  members: 'Members',
  contacts: 'Contacts',
  openFees: 'Open fees',
  openAmount: 'Open amount',
  thisMonth: (change) => `${change} this month`,
  asOf: (day) => `Counted on ${day}, once a night`,
  notCounted: 'The numbers will arrive overnight.',
  course: 'Members over the last year',
  openCourse: 'Open amount over the last year',
  feesOf: (year) => `Fees of ${year} by status`,
  newestFees: (count) => `Only the newest ${count} fees are counted.`,
  changes: 'Last changes',
  wholeLog: 'To the audit log',
  begin: 'How to begin',
  steps: {
    members: 'Add or import members',
    columns: 'Set custom columns',
    fees: 'Charge the first fee',
    staff: 'Invite the treasurer or the office',
  },
}

export type HomeTexts = typeof de

export const homeTexts = ({ language }: Locale): HomeTexts => (language === 'de' ? de : en)
