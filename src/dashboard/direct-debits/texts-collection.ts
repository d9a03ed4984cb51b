import type { Stop } from '../../domain/collections/stopped'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: (date: string) => `Einzug am ${date}`,
  test: {
    title: 'Das ist ein Test',
    lead: 'Kennung, Dateiname und jeder Verwendungszweck beginnen mit TEST. Gib diese Datei keiner Bank.',
  },
  steps: { released: 'Freigegeben', submitted: 'Eingereicht', settled: 'Gutgeschrieben' },
  by: (who: string, when: string) => `${who}, ${when}`,
  next: {
    released: 'Lade die Datei jetzt bei deiner Bank hoch. Drücke danach hier „Eingereicht“.',
    submitBy: (date: string) => `Sie muss spätestens am ${date} bei der Bank sein.`,
    outdated:
      'Die Datei ist neu: Lade sie noch einmal herunter und lösch die frühere. In der steht eine Lastschrift, die nicht mehr eingezogen werden soll.',
    late: 'Das Datum ist zu nah: Viele Banken nehmen die Datei nicht mehr an. Verwirf den Einzug, wenn deine sie ablehnt.',
    download: 'Datei herunterladen',
    downloadAgain: 'Datei noch einmal herunterladen',
    submit: 'Eingereicht',
    discard: 'Verwerfen',
    submitted: (date: string) =>
      `Die Bank bucht am ${date} ab. Die Gutschrift wird erkannt, wenn du den Kontoauszug einliest.`,
    toBank: 'Zum Kontoauszug',
    settle: 'Gutschrift von Hand erfassen',
    settled: (date: string) => `Die Bank hat das Geld am ${date} gutgeschrieben.`,
    unsettle: 'Gutschrift rückgängig machen',
    discarded: 'Dieser Einzug ist verworfen. Seine Beiträge sind wieder offen.',
    reason: 'Grund',
  },
  facts: {
    title: 'So zeigt es die Bank',
    file: 'Datei',
    count: 'Lastschriften',
    amount: 'Summe',
    control: 'Kontrollsumme',
    message: 'Kennung der Datei',
    creditor: 'Gutschrift auf',
    creditorId: 'Gläubiger-ID',
  },
  announcement: {
    byMail:
      'Diese Lastschriften werden per E-Mail angekündigt. Für alle ohne E-Mail-Adresse gibt es die Liste.',
    lead: 'Diesen Text kannst du für einen Serienbrief oder eine Serienmail kopieren. Die Liste hat dazu je Lastschrift Name, E-Mail-Adresse, Betrag und Mandat.',
    download: 'Liste herunterladen',
    file: 'ankuendigung',
    csv: {
      name: 'Name',
      email: 'E-Mail',
      amount: 'Betrag',
      date: 'Abbuchung am',
      mandate: 'Mandatsreferenz',
      iban: 'IBAN',
      reference: 'Referenz',
    },
  },
  items: {
    title: 'Lastschriften',
    search: 'Name, Mandat oder Referenz',
    none: 'Keine Lastschrift passt dazu.',
    reset: 'Alle zeigen',
    debtor: 'Kontoinhaber',
    text: 'Verwendungszweck',
    mandate: 'Mandat',
    iban: 'IBAN',
    state: 'Status',
    amount: 'Betrag',
    planned: 'Vorgesehen',
    states: {
      live: 'Unterwegs',
      settled: 'Gutgeschrieben',
      returned: 'Zurückgegeben',
      discarded: 'Verworfen',
    },
    recordReturn: 'Rücklastschrift',
    recordReturnOf: (name: string) => `von ${name} erfassen`,
    removed: 'Herausgenommen',
    remove: 'Herausnehmen',
    removeOf: (name: string) => `aus dem Einzug: ${name}`,
    newAccount: 'neues Konto',
  },
  returns: {
    title: 'Rücklastschriften',
    sum: (count: string, sum: string) => `${count}, zusammen ${sum}`,
    on: (date: string) => `Zurück am ${date}`,
    charge: (amount: string) => `Gebühr der Bank: ${amount}`,
    unblock: 'Einzug wieder erlauben',
    unblocked: (date: string) => `Einzug wieder erlaubt am ${date}`,
    more: 'Die übrigen stehen unter den Lastschriften.',
  },
  advice: {
    no_funds: 'Bitte um eine Überweisung, oder nimm den Beitrag in den nächsten Einzug auf.',
    account_unusable:
      'Frag nach der neuen Bankverbindung. Von diesem Konto wird nicht mehr eingezogen, bis eine andere IBAN eingetragen ist.',
    disputed:
      'Sprich zuerst mit dem Mitglied. Unter diesem Mandat wird nicht mehr eingezogen, bis ein neues eingetragen ist oder du den Einzug wieder erlaubst.',
    deceased: 'Schick keine E-Mails und keine Mahnung. Wende dich an die Angehörigen.',
    technical: 'Das liegt nicht am Mitglied. Prüfe die Angaben und zieh den Beitrag noch einmal ein.',
    unknown: 'Frag bei der Bank nach dem Grund.',
  },
  history: 'Verlauf',
  done: {
    released: 'Freigegeben. Die Datei liegt bereit.',
    submitted: 'Als eingereicht vermerkt.',
    settled: 'Die Gutschrift ist erfasst. Die Beiträge sind bezahlt.',
    unsettled: 'Die Gutschrift ist rückgängig gemacht. Der Einzug wartet wieder auf das Geld.',
    discarded: 'Verworfen. Die Beiträge sind wieder offen.',
    removed: 'Die Lastschrift ist aus dem Einzug genommen. Die Datei ist neu: Lade sie noch einmal herunter.',
    returned: 'Die Rücklastschrift ist erfasst.',
    unblocked: 'Der Einzug ist wieder erlaubt.',
  },
  withdrawn: {
    title: (count: number) =>
      count === 1 ? '1 Mandat wurde widerrufen' : `${count} Mandate wurden widerrufen`,
    submitted: 'Die Datei ist schon bei der Bank. Wer widerrufen hat, bekommt sein Geld auf Wunsch zurück.',
  },
  stopped: {
    title: (count: number) =>
      count === 1
        ? '1 Lastschrift darf nicht mehr eingezogen werden'
        : `${count} Lastschriften dürfen nicht mehr eingezogen werden`,
    lead: 'Reiche die Datei so nicht ein. Nimm diese Lastschriften aus dem Einzug und lade die Datei danach noch einmal herunter.',
    reasons: { withdrawn: 'Mandat widerrufen', deceased: 'verstorben' } satisfies Record<Stop, string>,
    remove: 'Aus dem Einzug nehmen',
    more: 'Die übrigen erscheinen hier danach.',
  },
  changed: {
    title: 'Die Datei ist inzwischen eine andere',
    body: 'Es wurde nichts vermerkt. Jemand hat eine Lastschrift aus dem Einzug genommen. Hast du die frühere Datei hochgeladen, dann lösch sie bei der Bank und lade die neue hoch.',
  },
  meanwhile: {
    title: 'Das ist schon geschehen',
    by: (who: string, when: string) => `${who} war schneller, ${when}. Es wurde nichts geändert.`,
    self: (when: string) => `Du hast es schon erledigt, ${when}. Es wurde nichts geändert.`,
    unknown: 'Es wurde nichts geändert. Unten steht, wie es jetzt ist.',
  },
}

const en: typeof de = {
  title: (date) => `Collection of ${date}`,
  test: {
    title: 'This is a test',
    lead: 'Message id, file name and each remittance text begin with TEST. Give this file to no bank.',
  },
  steps: { released: 'Released', submitted: 'Submitted', settled: 'Credited' },
  by: (who, when) => `${who}, ${when}`,
  next: {
    released: 'Upload this file at your bank now, then press “Submitted” here.',
    submitBy: (date) => `It must be at the bank by ${date} at the latest.`,
    outdated:
      'The file is new: download it again and delete the earlier one, which has a debit that is not to be collected any more.',
    late: 'The date is too close: many banks no longer take the file. Discard the collection if yours refuses it.',
    download: 'Download the file',
    downloadAgain: 'Download the file again',
    submit: 'Submitted',
    discard: 'Discard',
    submitted: (date) =>
      `The bank collects on ${date}. The credit is recognized when you import the bank statement.`,
    toBank: 'To the bank statements',
    settle: 'Record the credit by hand',
    settled: (date) => `The bank credited the money on ${date}.`,
    unsettle: 'Undo the credit',
    discarded: 'This collection is discarded. Its fees are open again.',
    reason: 'Reason',
  },
  facts: {
    title: 'As the bank shows it',
    file: 'File',
    count: 'Debits',
    amount: 'Sum',
    control: 'Control sum',
    message: 'Message ID',
    creditor: 'Credited to',
    creditorId: 'Creditor identifier',
  },
  announcement: {
    byMail: 'These debits are announced by email. For all without an email address there is the list.',
    lead: 'You can copy this text for a mail merge. The list has the name, email address, amount and mandate of each debit.',
    download: 'Download the list',
    file: 'announcement',
    csv: {
      name: 'Name',
      email: 'Email',
      amount: 'Amount',
      date: 'Collected on',
      mandate: 'Mandate reference',
      iban: 'IBAN',
      reference: 'Reference',
    },
  },
  items: {
    title: 'Debits',
    search: 'Name, mandate or reference',
    none: 'No debit matches.',
    reset: 'Show all',
    debtor: 'Account holder',
    text: 'Text',
    mandate: 'Mandate',
    iban: 'IBAN',
    state: 'Status',
    amount: 'Amount',
    planned: 'Planned',
    states: { live: 'On its way', settled: 'Credited', returned: 'Returned', discarded: 'Discarded' },
    recordReturn: 'Return',
    recordReturnOf: (name) => `of ${name}`,
    removed: 'Taken out',
    remove: 'Take out',
    removeOf: (name) => `of the collection: ${name}`,
    newAccount: 'new account',
  },
  returns: {
    title: 'Returns',
    sum: (count, sum) => `${count}, ${sum} together`,
    on: (date) => `Returned on ${date}`,
    charge: (amount) => `Charge of the bank: ${amount}`,
    unblock: 'Allow debits again',
    unblocked: (date) => `Debits allowed again on ${date}`,
    more: 'The others are among the debits.',
  },
  advice: {
    no_funds: 'Ask for a transfer, or put the fee into the next collection.',
    account_unusable:
      'Ask for the new bank account. This account is not debited any more until another IBAN is entered.',
    disputed:
      'Talk to the member first. Nothing is collected under this mandate until a new one is entered, or you allow debits again.',
    deceased: 'Send no emails and no reminders. Contact the family.',
    technical: 'This is not the fault of the member. Check the details and collect the fee again.',
    unknown: 'Ask the bank for the reason.',
  },
  history: 'History',
  done: {
    released: 'Released. The file is ready.',
    submitted: 'Noted as submitted.',
    settled: 'The credit is recorded. The fees are paid.',
    unsettled: 'The credit is undone. The collection waits for its money again.',
    discarded: 'Discarded. The fees are open again.',
    removed: 'The debit is out of the collection. The file is new: download it again.',
    returned: 'The return is recorded.',
    unblocked: 'Debits are allowed again.',
  },
  withdrawn: {
    title: (count) => (count === 1 ? '1 mandate was withdrawn' : `${count} mandates were withdrawn`),
    submitted: 'The file is at the bank already. Who withdrew gets the money back if they ask.',
  },
  stopped: {
    title: (count) =>
      count === 1
        ? '1 debit must not be collected any more'
        : `${count} debits must not be collected any more`,
    lead: 'Do not submit the file like this. Take these debits out of the collection, then download the file again.',
    reasons: { withdrawn: 'mandate withdrawn', deceased: 'deceased' },
    remove: 'Take out of the collection',
    more: 'The others appear here afterwards.',
  },
  changed: {
    title: 'The file is another one by now',
    body: 'Nothing was noted. Someone took a debit out of the collection. If you uploaded the earlier file, delete it at the bank and upload the new one.',
  },
  meanwhile: {
    title: 'This is already done',
    by: (who, when) => `${who} was faster, ${when}. Nothing was changed.`,
    self: (when) => `You did it already, ${when}. Nothing was changed.`,
    unknown: 'Nothing was changed. Below is how it is now.',
  },
}

export type CollectionTexts = typeof de

/** What the page of a collection says. */
export const collectionTexts = ({ language }: Locale): CollectionTexts => (language === 'de' ? de : en)
