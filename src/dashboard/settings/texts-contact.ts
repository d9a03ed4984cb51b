import type { FieldTexts } from '../refused-fields'

type Fields = Record<'name' | 'email' | 'phone' | 'imprint_url' | 'privacy_url', FieldTexts>

const de = {
  contact: {
    lead: 'Steht unter jeder E-Mail an Mitglieder und Kontakte. Was leer ist, fehlt dort.',
    asking: 'Bei Fragen',
    pages: 'Seiten im Internet',
    fields: {
      name: {
        label: 'Name',
        issue: 'Bitte gib einen Namen mit höchstens 255 Zeichen ein.',
        hint: 'Eine Person oder eine Stelle, zum Beispiel Geschäftsstelle',
      },
      email: {
        label: 'E-Mail-Adresse',
        issue: 'Bitte gib genau eine E-Mail-Adresse ein, zum Beispiel info@example.org.',
        hint: 'Hierhin gehen Antworten auf E-Mails des Vereins',
      },
      phone: { label: 'Telefon', issue: 'Bitte gib eine Telefonnummer mit höchstens 64 Zeichen ein.' },
      imprint_url: {
        label: 'Adresse des Impressums',
        issue: 'Bitte gib eine Internetadresse ein, zum Beispiel https://example.org/impressum.',
      },
      privacy_url: {
        label: 'Adresse der Datenschutzerklärung',
        issue: 'Bitte gib eine Internetadresse ein, zum Beispiel https://example.org/datenschutz.',
      },
    } as Fields,
  },
}

const en: typeof de = {
  contact: {
    lead: 'Every email to members and contacts ends with this. What is empty is left out.',
    asking: 'For questions',
    pages: 'Web pages',
    fields: {
      name: {
        label: 'Name',
        issue: 'Enter a name of at most 255 characters.',
        hint: 'A person or an office, such as Membership office',
      },
      email: {
        label: 'Email address',
        issue: 'Enter exactly one email address, such as info@example.org.',
        hint: 'Replies to emails of the association go here',
      },
      phone: { label: 'Phone', issue: 'Enter a phone number of at most 64 characters.' },
      imprint_url: {
        label: 'Address of the imprint',
        issue: 'Enter a web address, such as https://example.org/imprint.',
      },
      privacy_url: {
        label: 'Address of the privacy policy',
        issue: 'Enter a web address, such as https://example.org/privacy.',
      },
    },
  },
}

/** What the page of the contact says. */
export const contact = { de, en }
