import type { Locale } from '../../ui/i18n/locale'
import * as entry from './texts-entry'
import * as fees from './texts-fees'
import * as journal from './texts-journal'
import * as work from './texts-work'
import * as year from './texts-year'

const de = { ...journal.de, ...entry.de, ...work.de, ...fees.de, ...year.de }
const en: typeof de = { ...journal.en, ...entry.en, ...work.en, ...fees.en, ...year.en }

export type BookTexts = typeof de

/** What the pages of the cash book say. */
export const bookTexts = ({ language }: Locale): BookTexts => (language === 'de' ? de : en)
