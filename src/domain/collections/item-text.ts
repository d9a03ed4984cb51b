import { languageOf } from '../shared/language'
import { MAX_TEXT, sepaText } from './sepa-text'

/** No more descriptions, each a character and a separator, fit into a text. */
const MAX_SHOWN = 47

/** What the statement of a debtor says: the descriptions of the fees as far as they fit, then how many more there are. */
export function itemText(descriptions: string[], locale: string): string {
  const more = (count: number) =>
    count > 0 ? ` + ${count} ${languageOf(locale) === 'de' ? 'weitere' : 'more'}` : ''
  const texts = descriptions.slice(0, MAX_SHOWN).map((text) => sepaText(text, Number.POSITIVE_INFINITY))
  for (let shown = texts.length; shown > 0; shown--) {
    const text = texts.slice(0, shown).join(', ') + more(descriptions.length - shown)
    if (text.length <= MAX_TEXT) return text
  }
  const end = more(descriptions.length - 1)
  return `${sepaText(texts[0] ?? '', MAX_TEXT - end.length)}${end}`
}
