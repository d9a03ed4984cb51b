import { sha256 } from '../shared/hash'
import type { Statement, StatementLine } from './camt/lines'
import { countCopies } from './copies'
import { fold } from './fold'

export type NumberedLine = StatementLine & { fingerprint: string; ordinal: number }
export type NumberedStatement = Omit<Statement, 'lines'> & { lines: NumberedLine[] }

/**
 * Numbers the lines of an upload: lines with one fingerprint and ordinal are one booking, in whichever file, version and
 * order they come. The fingerprint is a SHA-256 of what does not change between camt.052 and camt.053; equal bookings of
 * one day have the ordinals 0, 1, …
 *
 * Statements that overlap repeat ordinals. Those that prove to follow one another (see {@link countCopies}) go on with them.
 * What remains: two equal payments of a day, in two statements imported one by one that each hold a part of the day, count
 * as one until a statement of the whole day is imported.
 */
export function numberLines(statements: readonly Statement[]): NumberedStatement[] {
  const numbered = statements.map((statement) => ({
    ...statement,
    lines: statement.lines.map((line) => ({
      ...line,
      fingerprint: fingerprintOf(statement.iban, line),
      ordinal: 0,
    })),
  }))
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
