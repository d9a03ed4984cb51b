import { wordKey } from './cells/choice'

/** The spellings of the words of a column, of which the commonest is taken: Fußball, of Fußball and Fussball. */
export class Spellings {
  private readonly byKey = new Map<string, Map<string, number>>()
  private readonly keys = new Map<string, string>()

  add(word: string): void {
    const key = this.keyOf(word)
    const counts = this.byKey.get(key) ?? new Map<string, number>()
    counts.set(word, (counts.get(word) ?? 0) + 1)
    this.byKey.set(key, counts)
  }

  get size(): number {
    return this.byKey.size
  }

  /** The commonest spelling of a word; a word that was not added is itself. */
  of(word: string): string {
    const counts = this.byKey.get(this.keyOf(word))
    return counts ? commonest(counts) : word
  }

  // A column has the same words in thousands of rows.
  private keyOf(word: string): string {
    const key = this.keys.get(word) ?? wordKey(word)
    if (this.keys.size < MAX_KEYS) this.keys.set(word, key)
    return key
  }

  /** The words in alphabetical order. */
  all(): string[] {
    return [...this.byKey.values()].map(commonest).sort((one, other) => one.localeCompare(other, 'de'))
  }
}

/** How many keys are held. */
const MAX_KEYS = 1000

const commonest = (counts: Map<string, number>): string =>
  [...counts].reduce((best, next) => (isCommoner(next, best) ? next : best))[0]

// Among equals the order of the rows must not decide.
const isCommoner = ([word, count]: [string, number], [best, most]: [string, number]): boolean =>
  count > most || (count === most && word < best)
