import { type Locale, textsIn } from '../../../ui/i18n/locale'

const de = {
  title: 'Zahlungsaufforderung',
  lead: 'Drucke die Seite oder speichere sie als PDF (Strg P); nur der Brief kommt aufs Papier.',
  noIban: 'Der Verein hat noch keine IBAN hinterlegt',
  noIbanLead: 'Ohne sie weiß niemand, wohin das Geld geht, und der Brief hat keinen GiroCode.',
  toSettings: 'IBAN hinterlegen',
  askOwner: 'Bitte jemanden mit Vollzugriff, sie unter „Einstellungen, Lastschrift“ einzutragen.',
  nothingOpen: 'Hier ist nichts zu zahlen',
  nothingOpenLead:
    'Von diesem Beitrag ist nichts offen, oder er wird gerade eingezogen. Ein Brief würde nur verwirren.',
  noAddress: 'Für diese Person ist keine Anschrift gespeichert.',
}

const en: typeof de = {
  title: 'Payment notice',
  lead: 'Print this page or save it as PDF (Ctrl P); only the letter comes on paper.',
  noIban: 'The association has no IBAN yet',
  noIbanLead: 'Without it nobody knows where the money goes, and the letter has no GiroCode.',
  toSettings: 'Add the IBAN',
  askOwner: 'Ask an owner to add it under “Settings, Direct debit”.',
  nothingOpen: 'There is nothing to pay',
  nothingOpenLead: 'Nothing of this fee is open, or it is being collected. A letter would only confuse.',
  noAddress: 'There is no address of this person.',
}

/** What the page of a payment notice says. */
export const noticeTexts = ({ language }: Locale) => ({ de, en })[language]

const sie = {
  subject: 'Bitte um Zahlung',
  opening: (due: string | undefined) =>
    due
      ? `bitte überweisen Sie den folgenden Betrag bis zum ${due}:`
      : 'bitte überweisen Sie den folgenden Betrag:',
  hello: (name: string) => `Guten Tag ${name},`,
  for: 'Wofür',
  forPerson: (description: string, name: string) => `${description}, für ${name}`,
  amount: 'Betrag',
  due: 'Zahlbar bis',
  dueSince: 'Fällig seit',
  payee: 'Empfänger',
  iban: 'IBAN',
  reference: 'Verwendungszweck',
  code: 'GiroCode: mit der Banking-App scannen und überweisen',
  keep: 'Bitte geben Sie genau diesen Verwendungszweck an, damit wir Ihre Zahlung zuordnen können.',
  thanks: 'Vielen Dank!',
}

const du: Partial<typeof sie> = {
  opening: (due) =>
    due ? `bitte überweise den folgenden Betrag bis zum ${due}:` : 'bitte überweise den folgenden Betrag:',
  hello: (name) => `Hallo ${name},`,
  keep: 'Bitte gib genau diesen Verwendungszweck an, damit wir deine Zahlung zuordnen können.',
}

/** What the letter itself says, in the language and form of address of the workspace. */
export const letterTexts = textsIn({
  sie,
  du,
  en: {
    subject: 'Payment request',
    opening: (due) =>
      due ? `please transfer the following amount by ${due}:` : 'please transfer the following amount:',
    hello: (name) => `Dear ${name},`,
    for: 'For',
    forPerson: (description, name) => `${description}, for ${name}`,
    amount: 'Amount',
    due: 'Due on',
    dueSince: 'Due since',
    payee: 'Payee',
    iban: 'IBAN',
    reference: 'Reference',
    code: 'GiroCode: scan it with your banking app to transfer',
    keep: 'Please give exactly this reference, so that we can match your payment.',
    thanks: 'Thank you!',
  },
})
