import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Neuer Einzug',
  steps: { choose: 'Auswählen', check: 'Prüfen', date: 'Datum', release: 'Freigeben' },
  next: 'Weiter',
  back: 'Zurück',
  choose: {
    title: 'Was soll eingezogen werden?',
    dueBy: 'Fällig bis',
    dueByHint: 'Beiträge ohne Fälligkeit gehören dazu.',
    costUnit: 'Kostenstelle',
    allCostUnits: 'Alle Kostenstellen',
    pays: 'Von wem',
    byDebit: 'Wer per Lastschrift zahlt',
    byDebitHint: 'So ist es bei der Person eingetragen, oder sie hat ein Mandat.',
    anyone: 'Von allen',
    anyoneHint: 'Auch wer sonst überweist oder bar zahlt. Nötig ist immer ein Mandat.',
    show: 'Auswahl anzeigen',
    chosen: 'Ausgewählt',
    chosenByHand: 'Du hast diese Beiträge selbst ausgewählt.',
    byFilter: 'Stattdessen nach Fälligkeit auswählen',
    chosenInList: 'Ausgewählt ist, was die Liste der Beiträge gezeigt hat.',
    none: 'Dazu gibt es keine offenen Beiträge.',
    full: (count: string) =>
      `Ein Einzug hat höchstens ${count} Beiträge. Die übrigen ziehst du danach mit einem weiteren ein.`,
  },
  check: {
    title: 'Was noch fehlt',
    allGood: 'Alles vollständig',
    allGoodLead: (fees: string, sum: string) => `Bereit zum Einzug: ${fees}, zusammen ${sum}.`,
    someMissing: (count: number, number: string) =>
      count === 1 ? 'Bei 1 Beitrag fehlt etwas' : `Bei ${number} Beiträgen fehlt etwas`,
    someMissingLead: (rest: string) => `Ohne sie sind es ${rest}. Was du ergänzt, kommt dazu.`,
    nothingLeft: 'Im Moment kann nichts eingezogen werden',
    without: (fees: string) => `Weiter ohne ${fees}`,
    more: (count: string) => `und ${count} weitere`,
    edit: 'Ergänzen',
    view: 'Ansehen',
    askOffice:
      'Personen bearbeiten können die Geschäftsstelle und Personen mit Vollzugriff. Gib ihnen Bescheid, oder ziehe ohne diese Beiträge ein.',
    warnings: 'Gut zu wissen',
  },
  date: {
    title: 'Wann soll abgebucht werden?',
    label: 'Tag der Abbuchung',
    hint: (date: string) => `Frühestens am ${date}.`,
    missing: 'Bitte gib ein Datum ein.',
    past: 'Dieser Tag ist schon vorbei.',
    weekend: 'An Wochenenden buchen Banken nicht ab.',
    holiday: 'An diesem Feiertag buchen Banken nicht ab.',
    too_late: 'Das ist mehr als ein Jahr hin. Wähle einen früheren Tag.',
    tooSoon: (date: string, days: number) =>
      `Das ist zu früh: Mitglieder müssen es ${days === 1 ? 'einen Tag' : `${days} Tage`} vorher wissen, und die Bank braucht Zeit. Frühestens geht es am ${date}.`,
    announce: 'Den Mitgliedern ankündigen',
    announceLead: (date: string, days: number) =>
      `Jedes Mitglied muss Betrag und Tag vorher erfahren, spätestens am ${date} (${days === 1 ? 'einen Tag' : `${days} Tage`} vorher). Diesen Text kannst du kopieren, oder du schaltest die automatische Ankündigung vor der Freigabe ein. Nach der Freigabe gibt es dazu eine Liste für Serienmails:`,
    byMail: (date: string, days: number) =>
      `Jedes Mitglied muss Betrag und Tag spätestens am ${date} erfahren (${days === 1 ? 'einen Tag' : `${days} Tage`} vorher). Das erledigt die automatische E-Mail.`,
    mailedOn: (date: string) =>
      `Sie geht am ${date} hinaus, innerhalb einer Stunde nach der Freigabe. Wer keine E-Mail-Adresse hat, braucht einen Brief.`,
    mailedLate: (date: string) =>
      `Sie geht erst am ${date} hinaus, und das ist zu spät. Wähle einen späteren Tag der Abbuchung.`,
    toMail: 'Zur automatischen E-Mail',
    text: (club: string, date: string, creditorId: string) =>
      `Liebes Mitglied, wir ziehen deine offenen Beiträge am ${date} per SEPA-Lastschrift von deinem Konto ein. Unsere Gläubiger-Identifikationsnummer ist ${creditorId}. Betrag und Mandatsreferenz: siehe unten. Bitte sorge für Deckung. ${club}`,
    submitBy: (date: string) => `Die Datei muss spätestens am ${date} bei der Bank sein.`,
  },
  release: {
    title: 'Stimmt alles?',
    debits: 'Lastschriften',
    ofFees: (debits: string, fees: string) => `${debits} für ${fees}`,
    amount: 'Summe',
    control: 'Kontrollsumme in der Datei',
    date: 'Abbuchung am',
    creditor: 'Gutschrift auf',
    creditorId: 'Gläubiger-ID',
    leftOut: (fees: string) => `Nicht dabei: ${fees}`,
    leftOutLink: 'Ansehen',
    examples: 'Die ersten Lastschriften',
    more: (debits: string) => `und ${debits} mehr`,
    submit: (debits: string) => `${debits} freigeben`,
    hint: 'Danach lädst du die Datei herunter. Solange sie nicht bei der Bank ist, kannst du den Einzug verwerfen.',
    changed: 'Die Auswahl hat sich geändert',
    changedLead: 'Es wurde nichts freigegeben. Unten steht, was jetzt eingezogen würde.',
    releasedBy: (who: string, when: string) => `Zuletzt hat ${who} einen Einzug freigegeben, ${when}.`,
    releasedBySelf: (when: string) => `Zuletzt hast du selbst einen Einzug freigegeben, ${when}.`,
    toLast: 'Diesen Einzug ansehen',
    emptyNow: 'Jetzt ist nichts mehr einzuziehen.',
  },
}

const en: typeof de = {
  title: 'New collection',
  steps: { choose: 'Choose', check: 'Check', date: 'Date', release: 'Release' },
  next: 'Continue',
  back: 'Back',
  choose: {
    title: 'What do you want to collect?',
    dueBy: 'Due by',
    dueByHint: 'Fees without a due date are included.',
    costUnit: 'Cost unit',
    allCostUnits: 'All cost units',
    pays: 'From whom',
    byDebit: 'Those who pay by direct debit',
    byDebitHint: 'The person has this payment method, or a mandate.',
    anyone: 'Everyone',
    anyoneHint: 'Also those who usually transfer or pay in cash. A mandate is always needed.',
    show: 'Show the choice',
    chosen: 'Chosen',
    chosenByHand: 'You chose these fees yourself.',
    byFilter: 'Choose by due date instead',
    chosenInList: 'Everything that the list of fees showed is chosen.',
    none: 'There are no open fees for this.',
    full: (count) =>
      `A collection has at most ${count} fees. Collect the others afterwards with another one.`,
  },
  check: {
    title: 'What is missing',
    allGood: 'Everything is complete',
    allGoodLead: (fees, sum) => `Ready to collect: ${fees}, ${sum} together.`,
    someMissing: (count, number) =>
      count === 1 ? 'Something is missing for 1 fee' : `Something is missing for ${number} fees`,
    someMissingLead: (rest) => `Without them, this is left: ${rest}. Whatever you complete is added.`,
    nothingLeft: 'Nothing can be collected at the moment',
    without: (fees) => `Continue without ${fees}`,
    more: (count) => `and ${count} more`,
    edit: 'Complete',
    view: 'View',
    askOffice: 'The office and owners can edit people. Tell them, or collect without these fees.',
    warnings: 'Good to know',
  },
  date: {
    title: 'When are the accounts debited?',
    label: 'Collection date',
    hint: (date) => `${date} at the earliest.`,
    missing: 'Enter a date.',
    past: 'This day is over.',
    weekend: 'Banks do not collect on weekends.',
    holiday: 'Banks do not collect on this holiday.',
    too_late: 'This is more than a year ahead. Choose an earlier day.',
    tooSoon: (date, days) =>
      `This is too soon: members must know ${days === 1 ? 'a day' : `${days} days`} before, and the bank needs time. The earliest date is ${date}.`,
    announce: 'Tell the members',
    announceLead: (date, days) =>
      `Each member must know the amount and the day beforehand, by ${date} at the latest (${days === 1 ? 'a day' : `${days} days`} before). You can copy this text, or switch the automatic announcement on before the release. After the release there is a list for a mail merge:`,
    byMail: (date, days) =>
      `Each member must know the amount and the day by ${date} (${days === 1 ? 'a day' : `${days} days`} before). The automatic email does this.`,
    mailedOn: (date) =>
      `It goes out on ${date}, within an hour of the release. Those without an email address need a letter.`,
    mailedLate: (date) => `It only goes out on ${date}, which is too late. Choose a later collection date.`,
    toMail: 'To the automatic email',
    text: (club, date, creditorId) =>
      `Dear member, on ${date} we will collect your open fees from your account by SEPA direct debit. Our creditor identifier is ${creditorId}. Amount and mandate reference: see below. Please make sure that there is enough money in the account. ${club}`,
    submitBy: (date) => `The file must be at the bank by ${date} at the latest.`,
  },
  release: {
    title: 'Is everything right?',
    debits: 'Debits',
    ofFees: (debits, fees) => `${debits} for ${fees}`,
    amount: 'Sum',
    control: 'Control sum in the file',
    date: 'Collected on',
    creditor: 'Credited to',
    creditorId: 'Creditor identifier',
    leftOut: (fees) => `Left out: ${fees}`,
    leftOutLink: 'View',
    examples: 'The first debits',
    more: (debits) => `and ${debits} more`,
    submit: (debits) => `Release ${debits}`,
    hint: 'Then download the file. You can discard the collection as long as the file is not at the bank.',
    changed: 'The choice has changed',
    changedLead: 'Nothing was released. Below is what would be collected now.',
    releasedBy: (who, when) => `${who} released the last collection, ${when}.`,
    releasedBySelf: (when) => `You released the last collection yourself, ${when}.`,
    toLast: 'View that collection',
    emptyNow: 'There is nothing left to collect.',
  },
}

export type NewTexts = typeof de

/** What the steps to a new collection say. */
export const newTexts = ({ language }: Locale): NewTexts => (language === 'de' ? de : en)
