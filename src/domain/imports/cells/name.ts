import { headerKey } from '../headers'
import { NOTHING, type Reader, type Reading, wrong } from './grade'
import { spreadsheetWords, tidyText } from './text'

export type WholeName = { first_name: string | null; last_name: string | null }

/** Words that begin a last name. */
const PARTICLE =
  /^(?:von|vom|van|de|del|della|di|da|dos|du|den|der|ten|ter|zu|zum|zur|le|la|el|al|bin|ben|mc|st\.)$/
const COMPANY =
  /(?:^|[\s(])(?:gmbh|ag|kg|ohg|gbr|e\.? ?v\.?|ug|mbh|verein|stiftung|inc\.?|ltd\.?)(?:$|[\s)])/i

/** Reads a whole name: "Müller, Jörg", "Jörg Müller", "Jörg von der Heide". Of three words, the last name may be two. */
export const readName: Reader<WholeName> = (text, { header = '' }) => {
  const tidy = tidyText(text)
  const other = tidy === '' ? NOTHING : spreadsheetWords(tidy)
  if (other) return other.grade === 'doubtful' ? wrong('name_wrong') : (other as Reading<WholeName>)
  if (tidy.length > 255) return wrong('too_long', { max: 255 })
  const tidied = (first: string, last: string): Reading<WholeName> => ({
    grade: 'tidied',
    value: { first_name: first || null, last_name: last || null },
  })
  const [last = '', first, ...more] = tidy.split(/\s*,\s*/)
  if (first !== undefined && more.length === 0) return tidied(first, last)
  if (first !== undefined) return wrong('name_wrong')
  const words = tidy.split(' ')
  if (words.length === 1 || COMPANY.test(tidy)) return tidied('', tidy)
  const isLastFirst = /^(?:nach|zu|familien)?name vorname|^last|^surname/.test(headerKey(header))
  const particle = words.findIndex((word, at) => at > 0 && PARTICLE.test(word))
  if (particle > 0 && !isLastFirst)
    return tidied(words.slice(0, particle).join(' '), words.slice(particle).join(' '))
  const parted = (at: number): WholeName => {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    return isLastFirst ? { first_name: back, last_name: front } : { first_name: front, last_name: back }
  }
  const titles = words.findIndex(
    (word) => !/^(?:dr|prof|dipl|ing|med|h|c|mag)\.?(?:-\p{L}+\.?)?$/iu.test(word),
  )
  if (words.length - Math.max(titles, 0) <= 2)
    return { grade: 'tidied', value: parted(isLastFirst ? 1 : words.length - 1) }
  const [usual, rare] = isLastFirst ? [1, words.length - 1] : [words.length - 1, 1]
  return { grade: 'doubtful', kind: 'name_of_three_words', value: parted(usual), other: parted(rare) }
}
