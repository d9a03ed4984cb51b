import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: (year: number) => `Beitragsbestätigung ${year}`,
  opening: (name: string, year: number) =>
    `Hiermit bestätigen wir, dass ${name} im Jahr ${year} folgende Zahlungen geleistet hat:`,
  day: 'Datum',
  for: 'Wofür',
  method: 'Zahlungsart',
  amount: 'Betrag',
  methods: { cash: 'Barzahlung', bank_transfer: 'Überweisung', direct_debit: 'Lastschrift', other: 'andere' },
  back: 'zurückgezahlt',
  returned: 'von der Bank zurückgegeben',
  total: 'Summe',
  number: (number: string) => `Mitgliedsnummer ${number}`,
  automatic: 'Maschinell erstellt und ohne Unterschrift gültig.',
  noReceipt: 'Diese Bestätigung ist keine Zuwendungsbestätigung im Sinne des § 50 EStDV.',
  print: 'Zum Drucken nutzen Sie die Druckfunktion Ihres Browsers. Dort können Sie auch ein PDF speichern.',
  toPayments: 'Zurück zu den Zahlungen',
}

const du: Partial<typeof sie> = {
  print: 'Zum Drucken nutze die Druckfunktion deines Browsers. Dort kannst du auch ein PDF speichern.',
}

const en: typeof sie = {
  title: (year) => `Confirmation of payments ${year}`,
  opening: (name, year) => `We confirm that ${name} made the following payments in ${year}:`,
  day: 'Date',
  for: 'For',
  method: 'Payment method',
  amount: 'Amount',
  methods: { cash: 'cash', bank_transfer: 'bank transfer', direct_debit: 'direct debit', other: 'other' },
  back: 'paid back',
  returned: 'returned by the bank',
  total: 'Total',
  number: (number) => `Membership number ${number}`,
  automatic: 'Issued automatically; valid without a signature.',
  noReceipt: 'This confirmation is not a donation receipt for tax purposes (§ 50 EStDV).',
  print: 'To print, use the print function of your browser. It can also save a PDF.',
  toPayments: 'Back to payments',
}

/** What the confirmation of a year's payments says. */
export const myPaymentsTexts = textsIn({ sie, du, en })
