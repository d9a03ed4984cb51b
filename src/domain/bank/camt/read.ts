// Verbs load this file when they need it: evaluating the libraries takes milliseconds that no other request should pay.
import { refusedAt } from '../../shared/error-list'
import { decode } from './decode'
import { CamtIssue } from './issue'
import type { Statement } from './lines'
import { readRecords } from './read-records'
import { newRoom, StatementReader } from './reader'
import { unpack } from './unpack'

/**
 * Reads camt.053 and camt.052 of any version, from an XML file or a ZIP of XML files. Throws `invalid` with the first
 * issue, under a path like `entries.4.amount` or, in a ZIP of several, `files.0.entries.4.amount`. The message holds no data
 * of the file, and numbers that count from 1.
 */
export function readStatements(upload: Uint8Array): { statements: Statement[] } {
  const statements: Statement[] = []
  const files = locate([], () => unpack(upload))
  const room = newRoom()
  for (const [index, bytes] of files.entries()) {
    const reader = new StatementReader(index + 1, room)
    const place = () => [...(files.length > 1 ? [['files', index] as const] : []), ...reader.place]
    locate(place, () => {
      readRecords(decode(bytes), reader)
      reader.requireStatement()
    })
    statements.push(...reader.statements)
  }
  return { statements }
}

/** The index of a file, an entry or a statement, as a part of a path. */
type Place = (readonly [kind: 'files' | 'entries' | 'statements', index: number])[]

const NAMES = { files: 'file', entries: 'entry', statements: 'statement' }

function locate<T>(place: Place | (() => Place), read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CamtIssue)) throw error
    const found = typeof place === 'function' ? place() : place
    const path = [...found.flat(), error.field].filter((segment) => segment !== '').join('.')
    const words = found.map(([kind, index]) => `${NAMES[kind]} ${index + 1}`).join(', ')
    throw refusedAt(path || 'body', { ...error.refusal, ...(words && { place: ` (${words})` }) })
  }
}
