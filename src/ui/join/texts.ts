import type { PortalCard } from '../../domain/persons/fields'
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
  missing: 'Bitte füllen Sie dieses Feld aus.',
  missingChoice: 'Bitte wählen Sie etwas aus.',
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
  missing: 'Bitte fülle dieses Feld aus.',
  missingChoice: 'Bitte wähle etwas aus.',
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
  missing: 'Fill in this field.',
  missingChoice: 'Choose an answer.',
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
