import { textsIn } from '../i18n/locale'

const sie = {
  openPortal: 'Zum Mitgliederportal',
  copyAddress: 'Falls der Knopf nicht geht, kopieren Sie diese Adresse:',
  questions: 'Fragen?',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  unsubscribe: 'Abbestellen',
  payee: 'Empfänger',
  iban: 'IBAN',
  amount: 'Betrag',
  reference: 'Verwendungszweck',
  code: 'GiroCode: mit der Banking-App scannen',
}

const du: Partial<typeof sie> = {
  copyAddress: 'Falls der Knopf nicht geht, kopiere diese Adresse:',
}

const en: typeof sie = {
  openPortal: 'Open the member portal',
  copyAddress: 'If the button does not work, copy this address:',
  questions: 'Questions?',
  imprint: 'Legal notice',
  privacy: 'Privacy',
  unsubscribe: 'Unsubscribe',
  payee: 'Payee',
  iban: 'IBAN',
  amount: 'Amount',
  reference: 'Reference',
  code: 'GiroCode: scan it with your banking app',
}

/** What the frame of a mail says. */
export const mailTexts = textsIn({ sie, du, en })
