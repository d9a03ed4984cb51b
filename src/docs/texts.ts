import type { Language, Locale } from '../ui/i18n/locale'

const de = {
  service: 'Mitgliederverwaltung',
  home: {
    title: 'Willkommen',
    members: {
      title: 'Mitglied?',
      text: 'Öffnen Sie die Portalseite Ihres Vereins oder den Link aus Ihrer E-Mail.',
    },
    staff: {
      title: 'Für den Verein im Einsatz?',
      text: 'Büro, Kasse und Kassenprüfung melden sich mit ihrer E-Mail-Adresse an.',
      action: 'Anmelden',
    },
    developers: {
      text: 'Sie entwickeln eine Anbindung?',
      action: 'API-Referenz (englisch)',
    },
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Vielleicht ist die Adresse unvollständig. Öffnen Sie den Link aus Ihrer E-Mail noch einmal oder beginnen Sie von vorn.',
    action: 'Zur Startseite',
  },
}

const en: typeof de = {
  service: 'Membership Administration',
  home: {
    title: 'Welcome',
    members: {
      title: 'Member?',
      text: 'Open the portal page of your association, or the link in your email.',
    },
    staff: {
      title: 'Working for the association?',
      text: 'Office, treasurer and auditors sign in with their email address.',
      action: 'Sign in',
    },
    developers: {
      text: 'Developer?',
      action: 'API reference',
    },
  },
  notFound: {
    title: 'Page not found',
    text: 'The address may be incomplete. Open the link in your email again, or start over.',
    action: 'Go to the start page',
  },
}

const TEXTS: Record<Language, typeof de> = { de, en }

/** What the pages without a workspace say in the language of a locale. */
export const docsTexts = ({ language }: Locale) => TEXTS[language]
