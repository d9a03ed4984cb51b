import type { Language, Locale } from '../../ui/i18n/locale'
import { de, type PortalTexts } from './de'
import { en } from './en'

const TEXTS: Record<Language, PortalTexts> = { de, en }

/** What the portal and its mails say in the language of a locale. */
export const portalTexts = ({ language }: Locale): PortalTexts => TEXTS[language]
