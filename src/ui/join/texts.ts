import type { PortalCard } from '../../domain/person-fields/fields'
import { textsIn } from '../i18n/locale'

const sie = {
  cards: {
    contact: 'Person und Kontakt',
    address: 'Anschrift',
    bank: 'Beitrag',
    consents: 'Einwilligungen',
    more: 'Weitere Angaben',
    membership: 'Mitgliedschaft',
  } satisfies Record<PortalCard, string>,
  optional: (label: string) => `${label} (freiwillig)`,
  missing: (label: string) => `Bitte füllen Sie „${label}“ aus.`,
  missingChoice: (label: string) => `Bitte wählen Sie bei „${label}“ etwas aus.`,
  missingParts: {
    first_name: 'Bitte geben Sie Ihren Vornamen an.',
    last_name: 'Bitte geben Sie Ihren Nachnamen an.',
    birthdate: 'Bitte geben Sie Ihr Geburtsdatum an.',
    email: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
    phone_numbers: 'Bitte geben Sie Ihre Telefonnummer an.',
    street: 'Bitte geben Sie Straße und Hausnummer an.',
    postcode: 'Bitte geben Sie Ihre Postleitzahl an.',
    city: 'Bitte geben Sie Ihren Wohnort an.',
    iban: 'Bitte geben Sie Ihre IBAN an.',
  } as Record<string, string>,
  missingConsent: 'Bitte stimmen Sie der Satzung zu. Ohne Zustimmung ist kein Antrag möglich.',
  mandate:
    'Mit diesen Angaben bucht noch niemand etwas ab: Dafür unterschreiben Sie nach der Aufnahme ein SEPA-Lastschriftmandat.',
  consentTitle: 'Zustimmung',
  consent: 'Ich habe die Satzung gelesen und erkenne sie an.',
  statutes: 'Satzung lesen (neuer Tab)',
  privacy: 'Datenschutzerklärung lesen (neuer Tab)',
  agreedTo: 'Satzung',
}

const du: Partial<typeof sie> = {
  missing: (label) => `Bitte fülle „${label}“ aus.`,
  missingChoice: (label) => `Bitte wähle bei „${label}“ etwas aus.`,
  missingParts: {
    first_name: 'Bitte gib deinen Vornamen an.',
    last_name: 'Bitte gib deinen Nachnamen an.',
    birthdate: 'Bitte gib dein Geburtsdatum an.',
    email: 'Bitte gib deine E-Mail-Adresse an.',
    phone_numbers: 'Bitte gib deine Telefonnummer an.',
    street: 'Bitte gib Straße und Hausnummer an.',
    postcode: 'Bitte gib deine Postleitzahl an.',
    city: 'Bitte gib deinen Wohnort an.',
    iban: 'Bitte gib deine IBAN an.',
  },
  missingConsent: 'Bitte stimme der Satzung zu. Ohne Zustimmung ist kein Antrag möglich.',
  mandate:
    'Mit diesen Angaben bucht noch niemand etwas ab: Dafür unterschreibst du nach der Aufnahme ein SEPA-Lastschriftmandat.',
}

const en: typeof sie = {
  cards: {
    contact: 'Person and contact',
    address: 'Address',
    bank: 'Payment',
    consents: 'Consents',
    more: 'More details',
    membership: 'Membership',
  },
  optional: (label) => `${label} (optional)`,
  missing: (label) => `Fill in “${label}”.`,
  missingChoice: (label) => `Choose an answer for “${label}”.`,
  missingParts: {
    first_name: 'Enter your first name.',
    last_name: 'Enter your last name.',
    birthdate: 'Enter your date of birth.',
    email: 'Enter your email address.',
    phone_numbers: 'Enter your phone number.',
    street: 'Enter your street and number.',
    postcode: 'Enter your postcode.',
    city: 'Enter your town.',
    iban: 'Enter your IBAN.',
  },
  missingConsent: 'Agree to the statutes. You cannot apply without agreeing to them.',
  mandate:
    'Nothing is debited on the basis of these details alone: you sign a SEPA direct debit mandate once you are admitted.',
  consentTitle: 'Agreement',
  consent: 'I have read the statutes and agree to them.',
  statutes: 'Read the statutes (new tab)',
  privacy: 'Read the privacy policy (new tab)',
  agreedTo: 'Statutes',
}

/** What the fields of an application for membership say. */
export const joinTexts = textsIn({ sie, du, en })
