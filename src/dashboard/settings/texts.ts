import type { Locale } from '../../ui/i18n/locale'
import { access } from './texts-access'
import { data } from './texts-data'

const de = {
  saved: 'Gespeichert.',
  cancel: 'Abbrechen',
  groups: { association: 'Verein', access: 'Zugang', yourself: 'Du' },
  overview: {
    workspace: { title: 'Verein', lead: 'Name, Sprache und Zeitzone' },
    portal: {
      title: 'Mitgliederportal',
      lead: 'Was Mitglieder sehen und ändern können, Adresse und Farbe',
    },
    columns: {
      title: 'Eigene Felder',
      lead: 'Felder für Mitglieder und Kontakte, Reihenfolge und Auswahlwerte',
    },
    costUnits: { title: 'Kostenstellen', lead: 'Wofür Geld ausgegeben und eingenommen wird' },
    staff: { title: 'Team', lead: 'Wer in der Verwaltung mitarbeitet und mit welcher Rolle' },
    apiKeys: { title: 'API-Schlüssel', lead: 'Zugänge für andere Programme' },
    account: { title: 'Dein Konto', lead: 'Name, Sprache, Passkeys und Sitzungen' },
  },
  ...data.de,
  ...access.de,
}

const en: typeof de = {
  saved: 'Saved.',
  cancel: 'Cancel',
  groups: { association: 'Association', access: 'Access', yourself: 'You' },
  overview: {
    workspace: { title: 'Association', lead: 'Name, language and time zone' },
    portal: { title: 'Member portal', lead: 'What members can see and change, address and colour' },
    columns: {
      title: 'Custom fields',
      lead: 'Fields for members and contacts, their order and allowed values',
    },
    costUnits: { title: 'Cost units', lead: 'What money is spent on and comes from' },
    staff: { title: 'Team', lead: 'Who works in the dashboard, and in which role' },
    apiKeys: { title: 'API keys', lead: 'Access for other software' },
    account: { title: 'Your account', lead: 'Name, language, passkeys and sessions' },
  },
  ...data.en,
  ...access.en,
}

/** What the pages of the settings say. */
export const settingsTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
