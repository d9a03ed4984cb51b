import { languageOf } from '../shared/language'
import type { CollectableFee } from './collectable-fee'
import { MAX_TEXT, sepaText } from './sepa-text'

/** No more descriptions, each a character and a separator, fit into a text. */
const MAX_SHOWN = 47

type NamedFee = Pick<CollectableFee, 'description' | 'person_id' | 'person_name'> & {
  firstName: string | null
}

/**
 * What the statement of a debtor says: the descriptions of the fees as far as they fit, then how many more there are. Those of
 * several persons are named: `Lena: Annual fee, Uwe: Annual fee`.
 */
export function itemText(fees: NamedFee[], locale: string): string {
  const more = (count: number) =>
    count > 0 ? ` + ${count} ${languageOf(locale) === 'de' ? 'weitere' : 'more'}` : ''
  const texts = descriptionsOf(fees)
    .slice(0, MAX_SHOWN)
    .map((text) => sepaText(text, Number.POSITIVE_INFINITY))
  for (let shown = texts.length; shown > 0; shown--) {
    const text = texts.slice(0, shown).join(', ') + more(fees.length - shown)
    if (text.length <= MAX_TEXT) return text
  }
  const end = more(fees.length - 1)
  return `${sepaText(texts[0] ?? '', MAX_TEXT - end.length)}${end}`
}

function descriptionsOf(fees: NamedFee[]): string[] {
  const persons = new Map(fees.map((fee) => [fee.person_id, fee]))
  if (persons.size < 2) return fees.map(({ description }) => description)
  const isUnique = new Set([...persons.values()].map(({ firstName }) => firstName)).size === persons.size
  return fees.map(
    ({ description, firstName, person_name }) =>
      `${isUnique && firstName !== null ? firstName : person_name}: ${description}`,
  )
}
