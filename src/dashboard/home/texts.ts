import type { Locale } from '../../ui/i18n/locale'

const de = {
  toDo: 'Zu erledigen',
  applications: (count: string) => (count === '1' ? '1 Antrag wartet' : `${count} Anträge warten`),
  openLines: (count: string) =>
    count === '1' ? '1 Umsatz der Bank ist offen' : `${count} Umsätze der Bank sind offen`,
  lateLines: (count: string, late: string) =>
    count === '1'
      ? '1 Umsatz der Bank ist seit mehr als 14 Tagen offen'
      : `${count} Umsätze der Bank sind offen, davon ${late} seit mehr als 14 Tagen`,
  differs: (account: string, day: string, amount: string) =>
    `${account}: Am ${day} weichen Bank und Buch um ${amount} voneinander ab`,
  returned: (count: string) =>
    count === '1'
      ? 'Bei 1 Beitrag kam die Lastschrift zurück'
      : `Bei ${count} Beiträgen kam die Lastschrift zurück`,
  waitingAccounts: (count: string) =>
    count === '1' ? '1 Konto aus einem Import wartet' : `${count} Konten aus einem Import warten`,
  withoutPayer: (count: string) =>
    count === '1' ? '1 Person hat keinen Zahler mehr' : `${count} Personen haben keinen Zahler mehr`,
  withoutGuardian: (count: string) =>
    count === '1'
      ? '1 Kind hat keine gesetzliche Vertretung mehr'
      : `${count} Kinder haben keine gesetzliche Vertretung mehr`,
  withdrawn: (count: string) =>
    count === '1'
      ? '1 Lastschrift läuft, obwohl das Mandat widerrufen ist'
      : `${count} Lastschriften laufen, obwohl das Mandat widerrufen ist`,
  withdrawals: (count: string) =>
    count === '1' ? '1 Mandat wurde widerrufen' : `${count} Mandate wurden widerrufen`,
  resignations: (count: string) => (count === '1' ? '1 Kündigung wartet' : `${count} Kündigungen warten`),
  deceased: (count: string) =>
    count === '1'
      ? '1 verstorbenes Mitglied hat offene Beiträge'
      : `${count} verstorbene Mitglieder haben offene Beiträge`,
  heldMails: (count: string) =>
    count === '1'
      ? '1 E-Mail zurückgehalten: senden oder verwerfen?'
      : `${count} E-Mails zurückgehalten: senden oder verwerfen?`,
  uncheckedDebits: 'Vor dem nächsten Einzug prüfen, welche Lastschriften die Bank schon hat',
  failedMails: (count: string) =>
    count === '1' ? '1 E-Mail kam nicht an' : `${count} E-Mails kamen nicht an`,
  duesRun: (what: string) => `${what}: Vorschau ansehen`,
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
  unannounced: (day: string) => `Einzug am ${day}: den Mitgliedern ankündigen`,
  gap: (account: string, after: string, before: string) =>
    `${account}: Zwischen ${after} und ${before} fehlt ein Kontoauszug`,
  noStatement: (account: string, after: string) => `${account}: Seit ${after} fehlt ein Kontoauszug`,
  unassigned: (count: string, year: number) =>
    count === '1'
      ? `1 Zeile im Kassenbuch ${year} ist nicht zugeordnet`
      : `${count} Zeilen im Kassenbuch ${year} sind nicht zugeordnet`,
  waitingPayments: (count: string) =>
    count === '1'
      ? '1 Zahlung steht noch nicht im Kassenbuch'
      : `${count} Zahlungen stehen noch nicht im Kassenbuch`,
  yearToClose: (year: number) => `Geschäftsjahr ${year}: Der Abschluss steht an`,
  moreThan: (count: string) => `mehr als ${count}`,
  allDone: 'Alles erledigt.',
  nothingForYou: 'Deine Rolle liest nur mit; hier ist nichts für dich zu tun.',
  members: 'Mitglieder',
  contacts: 'Kontakte',
  openFees: 'Offene Beiträge',
  openAmount: 'Offener Betrag',
  thisMonth: (change: string) => `${change} in diesem Monat`,
  alsoCollecting: (amount: string) => `dazu ${amount} im Einzug`,
  asOf: (day: string) =>
    `Listen mit mehr als 10.000 Personen werden einmal in der Nacht gezählt, zuletzt am ${day}.`,
  notCounted: 'Listen mit mehr als 10.000 Personen werden einmal in der Nacht gezählt.',
  coursesAsOf: (day: string) => `Einmal in der Nacht gezählt, zuletzt am ${day}`,
  course: 'Mitglieder im letzten Jahr',
  openCourse: 'Offen und im Einzug im letzten Jahr',
  feesOf: (year: string) => `${year} erhobene Beiträge nach Status`,
  newestFees: (count: string) => `Nur die neuesten ${count} Beiträge sind gezählt.`,
  changes: 'Letzte Änderungen',
  wholeLog: 'Zum Protokoll',
  firstSteps: {
    title: 'Erste Schritte',
    hide: 'Ausblenden',
    hidden: 'Die ersten Schritte sind für das ganze Team ausgeblendet.',
    shown: 'Die ersten Schritte sind wieder da, bis alles erledigt ist.',
    undo: 'Rückgängig machen',
    show: 'Wieder einblenden',
    hiddenLead: 'Auf der Übersicht ausgeblendet',
    steps: {
      members: 'Mitglieder importieren oder anlegen',
      contacts: 'Kontakte importieren oder anlegen',
      creditor: 'Konto für Lastschriften eintragen',
      plan: 'Beitragsordnung anlegen und Beiträge erheben',
      dues: 'Die ersten Beiträge erheben',
      collection: 'Ersten Einzug vorbereiten',
      portal: 'Mitgliederportal einrichten',
      staff: 'Kassenführung oder Geschäftsstelle einladen',
    },
    help: {
      columns: 'Vorher: eigene Felder aus einer Vorlage anlegen',
      costUnits: 'Vorher: Kostenstellen aus einer Vorlage anlegen',
      charge: 'Oder: einen Beitrag ohne Beitragsordnung erheben',
    },
  },
}

const en: typeof de = {
  toDo: 'To do',
  applications: (count) => (count === '1' ? '1 application waits' : `${count} applications wait`),
  openLines: (count) => (count === '1' ? '1 bank line is open' : `${count} bank lines are open`),
  lateLines: (count, late) =>
    count === '1'
      ? '1 bank line is open for more than 14 days'
      : `${count} bank lines are open, ${late} of them for more than 14 days`,
  differs: (account, day, amount) => `${account}: on ${day} bank and book are ${amount} apart`,
  returned: (count) =>
    count === '1' ? 'The direct debit of 1 fee came back' : `The direct debits of ${count} fees came back`,
  waitingAccounts: (count) =>
    count === '1' ? '1 account of an import waits' : `${count} accounts of an import wait`,
  withoutPayer: (count) =>
    count === '1' ? '1 person has lost the payer' : `${count} persons have lost their payer`,
  withoutGuardian: (count) =>
    count === '1' ? '1 child has lost the guardian' : `${count} children have lost their guardian`,
  withdrawn: (count) =>
    count === '1'
      ? '1 debit is under way although its mandate is withdrawn'
      : `${count} debits are under way although their mandates are withdrawn`,
  withdrawals: (count) => (count === '1' ? '1 mandate was withdrawn' : `${count} mandates were withdrawn`),
  resignations: (count) => (count === '1' ? '1 resignation waits' : `${count} resignations wait`),
  deceased: (count) =>
    count === '1' ? '1 member who has died has open fees' : `${count} members who have died have open fees`,
  heldMails: (count) =>
    count === '1' ? '1 email is held: send or drop it?' : `${count} emails are held: send or drop them?`,
  uncheckedDebits: 'Before the next collection, check which debits the bank already has',
  failedMails: (count) => (count === '1' ? '1 email failed' : `${count} emails failed`),
  duesRun: (what) => `${what}: see the preview`,
  toRemind: (count) => (count === '1' ? '1 person has overdue fees' : `${count} persons have overdue fees`),
  notSent: (count) =>
    count === '1'
      ? '1 automatic email is switched on but not sent'
      : `${count} automatic emails are switched on but not sent`,
  collections: {
    released: (day) => `Collection on ${day}: send the file to the bank`,
    submitted: (day) => `Collection of ${day}: check the credit`,
  },
  unannounced: (day) => `Collection on ${day}: announce it to the members`,
  gap: (account, after, before) => `${account}: a statement between ${after} and ${before} is missing`,
  noStatement: (account, after) => `${account}: no statement since ${after}`,
  unassigned: (count, year) =>
    count === '1'
      ? `1 line of the cash book of ${year} is not assigned`
      : `${count} lines of the cash book of ${year} are not assigned`,
  waitingPayments: (count) =>
    count === '1'
      ? '1 payment is not in the cash book yet'
      : `${count} payments are not in the cash book yet`,
  yearToClose: (year) => `Fiscal year ${year}: to be closed`,
  moreThan: (count) => `more than ${count}`,
  allDone: 'All done.',
  nothingForYou: 'Your role reads only, so there is nothing for you to do here.',
  members: 'Members',
  contacts: 'Contacts',
  openFees: 'Open fees',
  openAmount: 'Open amount',
  thisMonth: (change) => `${change} this month`,
  alsoCollecting: (amount) => `plus ${amount} in collection`,
  asOf: (day) => `Lists of more than 10,000 persons are counted once a night, last on ${day}.`,
  notCounted: 'Lists of more than 10,000 persons are counted once a night.',
  coursesAsOf: (day) => `Counted once a night, last on ${day}`,
  course: 'Members over the last year',
  openCourse: 'Open and in collection over the last year',
  feesOf: (year) => `Fees claimed in ${year} by status`,
  newestFees: (count) => `Only the newest ${count} fees are counted.`,
  changes: 'Last changes',
  wholeLog: 'To the audit log',
  firstSteps: {
    title: 'First steps',
    hide: 'Hide',
    hidden: 'The first steps are hidden for the whole team.',
    shown: 'The first steps are back until everything is done.',
    undo: 'Undo',
    show: 'Show again',
    hiddenLead: 'Hidden on the home page',
    steps: {
      members: 'Import or add members',
      contacts: 'Import or add contacts',
      creditor: 'Enter the account for direct debits',
      plan: 'Set up fee rules and claim fees',
      dues: 'Claim the first fees',
      collection: 'Prepare the first collection',
      portal: 'Set up the member portal',
      staff: 'Invite the treasurer or the office',
    },
    help: {
      columns: 'Before that: add custom fields from a template',
      costUnits: 'Before that: add cost units from a template',
      charge: 'Or charge a fee without fee rules',
    },
  },
}

export type HomeTexts = typeof de

export const homeTexts = ({ language }: Locale): HomeTexts => (language === 'de' ? de : en)
