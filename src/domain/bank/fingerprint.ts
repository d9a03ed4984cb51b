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
 * as one until a statement of the whole day is imported. The chain of balances shows it.
 */
export async function numberLines(statements: readonly Statement[]): Promise<NumberedStatement[]> {
  const fingerprinted = await Promise.all(statements.map(withFingerprints))
  const earlier = countCopies(fingerprinted)
  return fingerprinted.map((statement, index) => {
    const counts = earlier[index] ?? new Map<string, number>()
    const lines = statement.lines.map((line) => {
      const ordinal = counts.get(line.fingerprint) ?? 0
      counts.set(line.fingerprint, ordinal + 1)
      return { ...line, ordinal }
    })
    return { ...statement, lines }
  })
}

async function withFingerprints(statement: Statement) {
  const fingerprints = await Promise.all(statement.lines.map((line) => fingerprintOf(statement.iban, line)))
  const lines = statement.lines.map((line, index) => ({ ...line, fingerprint: fingerprints[index] ?? '' }))
  return { ...statement, lines }
}

/** The fingerprint of a line of an account: a SHA-256 in hex. */
export function fingerprintOf(iban: string, line: StatementLine): Promise<string> {
  const { booked_on, amount, currency, party_iban } = line
  const texts = [line.end_to_end, line.mandate_reference, line.text].map((text) => fold(text ?? ''))
  return sha256(JSON.stringify([iban, booked_on, amount, currency, party_iban, ...texts]))
}
