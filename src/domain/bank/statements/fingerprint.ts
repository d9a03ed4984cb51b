import { sha256 } from '../../shared/hash'
import type { Statement, StatementLine, WholeEntry } from '../camt/lines'
import { fold } from '../suggest/fold'
import { countCopies } from './copies'

export type NumberedLine = StatementLine & {
  fingerprint: string
  ordinal: number
  /** Of an entry that other files may tell in another way: what all of them tell, and how this one tells it. */
  entry_key: string | null
  entry_kind: WholeEntry['kind'] | null
}
export type NumberedStatement = Omit<Statement, 'lines'> & { lines: NumberedLine[] }

/**
 * Numbers the lines of an upload: lines with one fingerprint and ordinal are one booking, in whichever file, version and
 * order they come. The fingerprint is a SHA-256 of what does not change between camt.052 and camt.053; equal bookings of
 * one day have the ordinals 0, 1, …
 * An entry of several payments that only one of two files splits has other lines in each, but one key.
 *
 * Statements that overlap repeat ordinals. Those that prove to follow one another (see {@link countCopies}) go on with them.
 * What remains: two equal payments of a day, in two statements imported one by one that each hold a part of the day, count
 * as one until a statement of the whole day is imported.
 */
export function numberLines(statements: readonly Statement[]): NumberedStatement[] {
  const numbered = statements.map((statement) => {
    const entries = entryKeysOf(statement.lines)
    const lines = statement.lines.map((line) => ({
      ...line,
      fingerprint: fingerprintOf(statement.iban, line),
      ordinal: 0,
      entry_key: entries.get(line.entry) ?? null,
      entry_kind: line.whole?.kind ?? null,
    }))
    return { ...statement, lines }
  })
  for (const [index, counts] of countCopies(numbered).entries())
    for (const line of numbered[index]?.lines ?? []) {
      line.ordinal = counts.get(line.fingerprint) ?? 0
      counts.set(line.fingerprint, line.ordinal + 1)
    }
  return numbered
}

/** The fingerprint of a line of an account: a SHA-256 in hex. */
function fingerprintOf(iban: string, line: StatementLine): string {
  const { booked_on, amount, currency, party_iban } = line
  const texts = [line.end_to_end, line.mandate_reference, line.text].map((text) => fold(text ?? ''))
  return sha256(JSON.stringify([iban, booked_on, amount, currency, party_iban, ...texts]))
}

/**
 * The keys of the entries of a statement that other files may tell in another way, by their numbers. Equal ones are
 * counted. An entry stays as it came first; an undo of its import makes room for its payments.
 */
function entryKeysOf(lines: readonly StatementLine[]): Map<number, string> {
  const keys = new Map<number, string>()
  const counts = new Map<string, number>()
  for (const { entry, booked_on, currency, whole } of lines) {
    if (!whole || keys.has(entry)) continue
    const content = [booked_on, whole.amount, currency, whole.reference]
    const equal = JSON.stringify(content)
    const count = counts.get(equal) ?? 0
    counts.set(equal, count + 1)
    keys.set(entry, JSON.stringify([...content, count]))
  }
  return keys
}
