import { de, type FormTexts } from './de'
import { en } from './en'
import type { Language, Locale } from './locale'

const TEXTS: Record<Language, FormTexts> = { de, en }

/** What fields and forms say in the language of a locale. */
export const formTexts = ({ language }: Locale): FormTexts => TEXTS[language]
