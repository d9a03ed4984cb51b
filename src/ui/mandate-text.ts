import { textsIn } from './i18n/locale'

/** The version of {@link mandateText}. A mandate that is granted online names the version that was shown. Change it with the text. */
export const MANDATE_TEXT_VERSION = '2026-11'

const sie = {
  title: 'SEPA-Lastschriftmandat',
  authorise: (creditor: string) =>
    `Ich ermächtige ${creditor}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die von ${creditor} auf mein Konto gezogenen Lastschriften einzulösen.`,
  refund:
    'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
  creditor: 'Zahlungsempfänger',
  creditorId: 'Gläubiger-Identifikationsnummer',
  reference: 'Mandatsreferenz',
  type: 'Zahlungsart',
  recurrent: 'Wiederkehrende Zahlungen',
  paysFor: 'Für die Beiträge von',
  holder: 'Kontoinhaber (Vorname und Name)',
  street: 'Straße und Hausnummer',
  city: 'Postleitzahl und Ort',
  iban: 'IBAN',
  signedAt: 'Ort und Datum',
  signature: 'Unterschrift des Kontoinhabers',
}

/** What a mandate for recurrent SEPA core direct debits says, by annex VII of the rulebook, in the language of the workspace. */
export const mandateText = textsIn({
  sie,
  du: {},
  en: {
    title: 'SEPA Direct Debit Mandate',
    authorise: (creditor) =>
      `By signing this mandate form, you authorise (A) ${creditor} to send instructions to your bank to debit your account and (B) your bank to debit your account in accordance with the instructions from ${creditor}.`,
    refund:
      'As part of your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed within eight weeks starting from the date on which your account was debited.',
    creditor: 'Creditor',
    creditorId: 'Creditor identifier',
    reference: 'Mandate reference',
    type: 'Type of payment',
    recurrent: 'Recurrent payments',
    paysFor: 'For the fees of',
    holder: 'Account holder (first and last name)',
    street: 'Street and number',
    city: 'Postcode and city',
    iban: 'IBAN',
    signedAt: 'Place and date',
    signature: 'Signature of the account holder',
  },
})
