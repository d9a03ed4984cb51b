import type { PortalCard } from '../../domain/person-fields/fields'
import type { CardOutcome } from '../../domain/portal/update-card'
import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Daten',
  nothingOffered: 'Ihr Verein bietet hier im Moment nichts an.',
  edit: 'Bearbeiten',
  cards: {
    contact: 'Kontakt',
    address: 'Anschrift',
    bank: 'Bankverbindung',
    consents: 'Einwilligungen',
    more: 'Weiteres',
    membership: 'Mitgliedschaft',
  } satisfies Record<PortalCard, string> as Record<PortalCard, string>,
  accountHolder: 'Kontoinhaber',
  done: {
    saved: (card: string) => `Gespeichert: ${card}. Danke, dass Sie Ihre Daten aktuell halten.`,
    saved_for_all: (card: string) => `Gespeichert: ${card}, auch für die anderen ausgewählten Personen.`,
    unchanged: (card: string) => `${card}: Es war nichts zu ändern.`,
  } satisfies Record<CardOutcome, (card: string) => string>,
  maintained: (what?: string): string => `${what ?? 'Diese Angaben'} pflegt die Geschäftsstelle`,
  record: {
    title: 'Alle Ihre Daten',
    lead: 'Laden Sie herunter, was der Verein in diesem Portal über Sie führt, oder drucken Sie es aus.',
    download: 'Meine Daten herunterladen',
    print: 'Zum Drucken ansehen',
  },
  restricted: {
    title: 'Mit diesem Link ist nicht alles möglich',
    lead: 'Er stammt aus einer E-Mail an viele Mitglieder. Ihre Kontonummer ist deshalb verdeckt, und E-Mail-Adresse und Konto lassen sich nicht ändern. Dafür schicken wir Ihnen gern einen eigenen Link.',
    ask: 'Eigenen Link anfordern',
  },
  resting: {
    title: 'Die E-Mail-Adresse ist neu',
    lead: (until: string) =>
      `Zum Schutz vor Missbrauch zeigen wir die IBAN bis ${until} Uhr nur gekürzt, und bis dahin lassen sich Konto und E-Mail-Adresse nicht ändern. Ging eine E-Mail an die bisherige Adresse, hebt der Link darin das sofort auf.`,
  },
}

const du: Partial<typeof sie> = {
  nothingOffered: 'Dein Verein bietet hier im Moment nichts an.',
  done: {
    ...sie.done,
    saved: (card) => `Gespeichert: ${card}. Danke, dass du deine Daten aktuell hältst.`,
  },
  record: {
    ...sie.record,
    title: 'Alle deine Daten',
    lead: 'Lade herunter, was der Verein in diesem Portal über dich führt, oder drucke es aus.',
  },
  restricted: {
    ...sie.restricted,
    lead: 'Er stammt aus einer E-Mail an viele Mitglieder. Deine Kontonummer ist deshalb verdeckt, und E-Mail-Adresse und Konto lassen sich nicht ändern. Dafür schicken wir dir gern einen eigenen Link.',
  },
}

const en: typeof sie = {
  title: 'Details',
  nothingOffered: 'Your association does not offer anything here at the moment.',
  edit: 'Edit',
  cards: {
    contact: 'Contact',
    address: 'Address',
    bank: 'Bank account',
    consents: 'Consents',
    more: 'Other details',
    membership: 'Membership',
  },
  accountHolder: 'Account holder',
  done: {
    saved: (card) => `Saved: ${card}. Thank you for keeping your details up to date.`,
    saved_for_all: (card) => `Saved: ${card}, for the other people you chose as well.`,
    unchanged: (card) => `${card}: there was nothing to change.`,
  },
  maintained: (what) => `Only the office can change ${what ?? 'these details'}`,
  record: {
    title: 'All your data',
    lead: 'Download what the association keeps about you in this portal, or print it.',
    download: 'Download my data',
    print: 'View for printing',
  },
  restricted: {
    title: 'This link does not open everything',
    lead: 'It comes from an email to many members. So your account number is hidden, and you cannot change your email address or account. We will gladly email you a link of your own for that.',
    ask: 'Ask for your own link',
  },
  resting: {
    title: 'The email address is new',
    lead: (until) =>
      `To protect you, we mask the IBAN until ${until}, and neither account nor email address can be changed before that. If an email went to the old address, the link in it ends this at once.`,
  },
}

/** What the page of a member's data says. */
export const myDataTexts = textsIn({ sie, du, en })
