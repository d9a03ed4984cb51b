import { canonicalKey, PLACEHOLDER } from './placeholders'

/** Placeholders by the character that stands for each. */
export type Marks = Map<string, { key: string; written: string }>

const PRIVATE_USE = /[\uE000-\uF8FF]/g
const FIRST_MARK = 0xe000
const MAX_MARKS = 6400

/** Puts a character of the private use area in the place of each placeholder, which Markdown takes for a letter. */
export function markPlaceholders(body: string): { source: string; marks: Marks } {
  const marks: Marks = new Map()
  const byPlaceholder = new Map<string, string>()
  const source = body
    .replace(PRIVATE_USE, '')
    .replace(/[ \t]{40,}/g, ' '.repeat(40))
    .replace(PLACEHOLDER, (written: string, inner: string) => {
      const known = byPlaceholder.get(written)
      if (known || marks.size === MAX_MARKS) return known ?? written
      const mark = String.fromCharCode(FIRST_MARK + marks.size)
      marks.set(mark, { key: canonicalKey(inner), written })
      byPlaceholder.set(written, mark)
      return mark
    })
  return { source, marks }
}
