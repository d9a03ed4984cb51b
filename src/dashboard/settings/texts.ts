import type { Locale } from '../../ui/i18n/locale'
import { access } from './texts-access'
import { book } from './texts-book'
import { contact } from './texts-contact'
import { data } from './texts-data'
import { join } from './texts-join'
import { leaving } from './texts-leaving'
import { money } from './texts-money'
import { rules } from './texts-rules'
import { several } from './texts-several'

const de = {
  done: {
    saved: 'Gespeichert.',
    added: 'Angelegt.',
    deleted: 'Gelöscht.',
    invited: 'Die Einladung ist unterwegs.',
    removed: 'Der Zugang ist beendet.',
    revoked: 'Der Schlüssel ist widerrufen.',
    left: 'Das Portal ist abgegeben.',
    webhookPaused: 'Angehalten. Was jetzt passiert, wartet.',
    webhookOn: 'Eingeschaltet. Was wartet, wird gleich gesendet.',
    webhookArrived: 'Gesendet und angekommen.',
    webhookTried: 'Gesendet, aber nicht angekommen.',
    replayed: 'Die Ereignisse werden noch einmal gesendet.',
    bookOff: 'Das Kassenbuch wird nicht mehr hier geführt.',
    bookOn: 'Das Kassenbuch wird jetzt hier geführt.',
  },
  cancel: 'Abbrechen',
  groups: { association: 'Verein', access: 'Zugang', yourself: 'Persönlich' },
  overview: {
    workspace: { title: 'Stammdaten', lead: 'Name, Sprache und Zeitzone des Vereins' },
    contact: { title: 'Kontakt', lead: 'Wer Fragen beantwortet, Impressum und Datenschutz' },
    portal: {
      title: 'Mitgliederportal',
      lead: 'Was Mitglieder sehen und ändern können, Adresse und Farbe',
    },
    join: { title: 'Mitglied werden', lead: 'Das Formular für Anträge: Adresse, Felder, Satzung' },
    leaving: { title: 'Austritt', lead: 'Kündigungsfrist und Ende der Mitgliedschaft, Kündigung im Portal' },
    directDebit: { title: 'Lastschrift', lead: 'Konto und Gläubiger-ID, Fristen und Geschäftsjahr' },
    keepsBook: { title: 'Kassenbuch', lead: 'Ob der Verein sein Kassenbuch hier oder woanders führt' },
    columns: {
      title: 'Eigene Felder',
      lead: 'Felder für Mitglieder und Kontakte, Reihenfolge und Auswahlwerte',
    },
    costUnits: { title: 'Kostenstellen', lead: 'Wofür Geld ausgegeben und eingenommen wird' },
    bookingRules: { title: 'Buchungsregeln', lead: 'Wohin wiederkehrende Umsätze gebucht werden' },
    dues: { title: 'Beitragsordnung', lead: 'Wer wie viel Beitrag zahlt, und ab wann' },
    takeOut: { title: 'Alles mitnehmen', lead: 'Eine ZIP-Datei mit allen Daten des Vereins' },
    staff: { title: 'Team', lead: 'Wer in der Verwaltung mitarbeitet und mit welcher Rolle' },
    apiKeys: { title: 'API-Schlüssel', lead: 'Zugänge für andere Programme' },
    webhooks: { title: 'Webhooks', lead: 'Andere Programme erfahren sofort, was passiert' },
    account: { title: 'Dein Konto', lead: 'Name, Sprache, Passkeys und Sitzungen' },
  },
  ...contact.de,
  ...join.de,
  ...leaving.de,
  ...data.de,
  ...money.de,
  ...book.de,
  ...access.de,
  ...several.de,
  ...rules.de,
}

const en: typeof de = {
  done: {
    saved: 'Saved.',
    added: 'Added.',
    deleted: 'Deleted.',
    invited: 'The invitation is on its way.',
    removed: 'Access has ended.',
    revoked: 'The key is revoked.',
    left: 'The portal was handed over.',
    webhookPaused: 'Paused. What happens now waits.',
    webhookOn: 'Switched on. What waits is sent in a moment.',
    webhookArrived: 'Sent and arrived.',
    webhookTried: 'Sent, but it did not arrive.',
    replayed: 'The events are sent again.',
    bookOff: 'The cash book is no longer kept here.',
    bookOn: 'The cash book is kept here now.',
  },
  cancel: 'Cancel',
  groups: { association: 'Association', access: 'Access', yourself: 'Personal' },
  overview: {
    workspace: { title: 'General', lead: 'Name, language and time zone of the association' },
    contact: { title: 'Contact', lead: 'Who answers questions, imprint and privacy policy' },
    portal: { title: 'Member portal', lead: 'What members can see and change, address and colour' },
    join: { title: 'Becoming a member', lead: 'The form for applications: address, fields, statutes' },
    leaving: { title: 'Leaving', lead: 'Notice and end of membership, resigning in the portal' },
    directDebit: { title: 'Direct debit', lead: 'Account and creditor identifier, notice and fiscal year' },
    keepsBook: { title: 'Cash book', lead: 'Whether the association keeps its cash book here or elsewhere' },
    columns: {
      title: 'Custom fields',
      lead: 'Fields for members and contacts, their order and allowed values',
    },
    costUnits: { title: 'Cost units', lead: 'What money is spent on and comes from' },
    bookingRules: { title: 'Booking rules', lead: 'What recurring bank lines are booked to' },
    dues: { title: 'Fee rules', lead: 'Who pays how much, and from when' },
    takeOut: { title: 'Download all data', lead: 'A ZIP with all data of the association' },
    staff: { title: 'Team', lead: 'Who works in the dashboard, and in which role' },
    apiKeys: { title: 'API keys', lead: 'Access for other software' },
    webhooks: { title: 'Webhooks', lead: 'Other software hears at once of what happens' },
    account: { title: 'Your account', lead: 'Name, language, passkeys and sessions' },
  },
  ...contact.en,
  ...join.en,
  ...leaving.en,
  ...data.en,
  ...money.en,
  ...book.en,
  ...access.en,
  ...several.en,
  ...rules.en,
}

/** What the pages of the settings say. */
export const settingsTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
