import { languageOf } from '../shared/language'

const WORDS = {
  de: { credit: 'Lastschrifteinzug', returned: 'Rücklastschrift', charge: 'Gebühr für Rücklastschrift' },
  en: {
    credit: 'Direct debit',
    returned: 'Returned direct debit',
    charge: 'Charge for returned direct debit',
  },
}

/** What vouchers and fees of direct debits say, in the language of the workspace, with a date. */
export function wordsOf(locale: string, kind: keyof (typeof WORDS)['de'], date: string): string {
  const language = languageOf(locale)
  const shown = language === 'de' ? date.split('-').reverse().join('.') : date
  return `${WORDS[language][kind]} ${shown}`
}
