import type { Locale } from './locale'

const de = {
  ideal: 'Ideeller Bereich',
  assets: 'Vermögensverwaltung',
  purpose: 'Zweckbetrieb',
  business: 'Wirtschaftlicher Geschäftsbetrieb',
}

const en: typeof de = {
  ideal: 'Non-profit activities',
  assets: 'Asset management',
  purpose: 'Special-purpose operation',
  business: 'Business operation',
}

/** The tax spheres of an association (§§ 14, 64, 65 AO), by the names that the API gives them. */
export const sphereTexts = ({ language }: Pick<Locale, 'language'>): typeof de =>
  language === 'de' ? de : en

const HINTS = {
  de: 'Beiträge und Spenden sind ideell, Zinsen und Mieten Vermögensverwaltung, Kurse und Eintritt zum Sport Zweckbetrieb, Vereinsfest und Werbung wirtschaftlicher Geschäftsbetrieb.',
  en: 'Fees and donations are non-profit activities, interest and rent asset management, courses and tickets to sports a special-purpose operation, the summer party and advertising a business operation.',
}

/** One sentence with examples, for where a sphere is asked. */
export const sphereHint = ({ language }: Pick<Locale, 'language'>): string => HINTS[language]

/** The spheres as choices, in their order. */
export const sphereOptions = (locale: Pick<Locale, 'language'>) =>
  Object.entries(sphereTexts(locale)).map(([value, label]) => ({ value, label }))
