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
