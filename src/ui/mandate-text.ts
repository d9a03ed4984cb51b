import { type Language, textsIn } from './i18n/locale'

/**
 * The texts of a SEPA core direct debit mandate for recurrent payments, by their versions. A version that was shown stays as
 * it is, since the evidence of mandates names it; a new wording is a new version.
 */
const MANDATE_TEXTS = {
  '2026-11-de': (creditor: string): string[] => [
    `Ich ermächtige ${creditor}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die von ${creditor} auf mein Konto gezogenen Lastschriften einzulösen.`,
    'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrages verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
  ],
  '2026-11-en': (creditor: string): string[] => [
    `I authorise ${creditor} to send instructions to my bank to debit my account, and my bank to debit my account in accordance with the instructions from ${creditor}.`,
    'As part of my rights, I am entitled to a refund from my bank under the terms and conditions of my agreement with my bank. A refund must be claimed within eight weeks starting from the date on which my account was debited.',
  ],
}

type Version = keyof typeof MANDATE_TEXTS

/** The version that is shown in a language. */
export const mandateTextVersion = (language: Language): Version => `2026-11-${language}`

/** The paragraphs that are shown in a language, by the name of the creditor. */
export const shownMandateText = (language: Language) => MANDATE_TEXTS[mandateTextVersion(language)]

/** The paragraphs of a version, by the name of the creditor; undefined for a version that never was shown. */
export const mandateTextOf = (version: string | null) =>
  version !== null && Object.hasOwn(MANDATE_TEXTS, version) ? MANDATE_TEXTS[version as Version] : undefined

/** What stands beside the text on a paper form, in the language of the workspace. */
export const mandateFormLabels = textsIn({
  sie: {
    title: 'SEPA-Lastschriftmandat',
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
  },
  en: {
    title: 'SEPA Direct Debit Mandate',
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
