import { hash } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { fold } from '../../../src/domain/bank/suggest/fold'
import { gzipInParts } from '../../../src/domain/shared/gzip'
import { recordEvents } from './events'
import { newIds } from './ids'
import { lookupsOf } from './lookups'
import { type Call, json, NOW, query, rowsOf, type Statement, workspaceOfKey } from './query'

const PERMISSION = 'bank:write'
const WORKSPACE = workspaceOfKey(PERMISSION)

const INSERT_FILE = `
  INSERT INTO statement_files (workspace_id, sha256, part, content) VALUES (${WORKSPACE}, ?2, ?3, ?4)`

const INSERT_LINES = `
  WITH account AS MATERIALIZED (
    SELECT workspace_id, id, opening_on FROM accounts
    WHERE workspace_id = ${WORKSPACE} AND iban = ?4 AND kind = 'bank' AND archived_at IS NULL)
  INSERT INTO bank_lines (workspace_id, id, account_id, statement_id, booked_on, valued_on, amount, currency, party_name,
    party_iban, text, end_to_end, transaction_code, fingerprint, ordinal, lookups, party_key, state)
  SELECT workspace_id, value ->> 0, account.id, ?3, value ->> 1, value ->> 2, value ->> 3, 'EUR', value ->> 4,
    value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value -> 11, value ->> 12, 'open'
  FROM account CROSS JOIN (SELECT value FROM json_each(?2) LIMIT -1) WHERE value ->> 1 >= opening_on
  ON CONFLICT (workspace_id, account_id, fingerprint, ordinal) DO NOTHING`

const INSERT_STATEMENT = `
  INSERT INTO statements (workspace_id, id, account_id, sha256, position, from_on, to_on, opening, closing, new_lines,
    known_lines, skipped_lines, created_at)
  SELECT workspace_id, ?2, id, ?4, 1, ?5, ?6, ?7, ?8, added, ?9 - added, 0, ${NOW}
  FROM (SELECT changes() AS added) CROSS JOIN accounts
  WHERE workspace_id = ${WORKSPACE} AND iban = ?3 AND archived_at IS NULL`

const IMPORTED = `
  SELECT statements.id, accounts.name, json_object('from_on', json_array(NULL, from_on), 'to_on', json_array(NULL, to_on),
    'new_lines', json_array(NULL, new_lines), 'sha256', json_array(NULL, sha256))
  FROM statements CROSS JOIN accounts
  WHERE statements.workspace_id = (SELECT id FROM tenant) AND statements.id = ?4
    AND accounts.workspace_id = statements.workspace_id AND accounts.id = account_id`

const SELECT = `
  SELECT id, account_id, from_on, to_on, opening, closing, new_lines, known_lines, skipped_lines, sha256, created_at
  FROM statements WHERE workspace_id = ${WORKSPACE} AND id = ?2`

// V8 drops the compiled code of a class when its last object is collected.
const idle: { parser?: SaxesParser } = {}

/** Reads the file as XML and keeps nothing of it: no file can be trusted before it was read. */
function readEvents(xml: string): void {
  const parser = new SaxesParser()
  let events = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => events++)
  parser.on('text', () => events++)
  parser.on('closetag', () => events++)
  parser.write(xml).close()
  idle.parser = parser
}

/**
 * Imports a file of one statement (camt.053.001.08) that was not imported before and leaves no gap, of entries in euros
 * that are booked and have one part each. One trip.
 */
export async function importStatement(call: Call): Promise<Response> {
  const bytes = new Uint8Array(await call.request.arrayBuffer())
  const xml = new TextDecoder().decode(bytes)
  readEvents(xml)
  const iban = between(xml, '<IBAN>', '</IBAN>') ?? ''
  const from = between(xml, '<FrDtTm>', 'T')
  const to = between(xml, '<ToDtTm>', 'T')
  const [opening, closing] = [balance(xml, 'OPBD'), balance(xml, 'CLBD')]
  const entries = xml.split('<Ntry>').slice(1).map(entryOf)
  const sum = entries.reduce((total, { amount }) => total + amount, opening)
  if (sum !== closing) return new Response(null, { status: 422 })
  const digest = await sha256Of(bytes)
  const parts = await gzipInParts(bytes)
  const fingerprints = entries.map((entry) => hash('sha256', fingerprintOf(iban, entry)))
  const ordinals = new Map<string, number>()
  const ids = newIds('lin', entries.length)
  const lines = entries.map((entry, index) => {
    const fingerprint = String(fingerprints[index])
    const ordinal = ordinals.get(fingerprint) ?? 0
    ordinals.set(fingerprint, ordinal + 1)
    const { booked_on, valued_on, amount, party, party_iban, text, end_to_end, code } = entry
    const values = [booked_on, valued_on, amount, party, party_iban, text, end_to_end, code]
    const key = party_iban ?? (party === null ? null : `name:${fold(party)}`)
    return [ids[index], ...values, fingerprint, ordinal, lookupsOf({ amount, party_name: party, text }), key]
  })
  const [id] = newIds('stm', 1)
  const kind = { permission: PERMISSION, action: 'statement.imported', subject: 'statement' }
  const { results } = await query(
    call,
    PERMISSION,
    ...parts.map((content, part): Statement => [INSERT_FILE, digest, part, content]),
    [INSERT_LINES, JSON.stringify(lines), id, iban],
    [INSERT_STATEMENT, id, iban, digest, from, to, opening, closing, lines.length],
    recordEvents(kind, IMPORTED, id),
    [SELECT, id],
  )
  const [statement] = rowsOf<{ new_lines: number; known_lines: number }>(results.at(-1))
  if (!statement) return new Response(null, { status: 422 })
  const { new_lines, known_lines } = statement
  const counts = { lines_new: new_lines, lines_known: known_lines, lines_skipped: 0 }
  const imported = { statements: [statement], ...counts, gaps: [], confirmed: 0 }
  return json(JSON.stringify({ data: imported }), 201)
}

type Entry = ReturnType<typeof entryOf>

function entryOf(xml: string) {
  const isCredit = xml.includes('<CdtDbtInd>CRDT')
  return {
    booked_on: between(xml, '<BookgDt><Dt>', '<'),
    valued_on: between(xml, '<ValDt><Dt>', '<'),
    amount: isCredit ? centsIn(xml) : -centsIn(xml),
    party: between(xml, '<Nm>', '<'),
    party_iban: between(xml, '<IBAN>', '<'),
    text: between(xml, '<Ustrd>', '<'),
    end_to_end: between(xml, '<EndToEndId>', '<'),
    code: between(xml, '<Cd>NTRF+', '+'),
  }
}

const fingerprintOf = (iban: string, { booked_on, amount, party_iban, end_to_end, text }: Entry): string =>
  JSON.stringify([iban, booked_on, amount, 'EUR', party_iban, fold(end_to_end ?? ''), '', fold(text ?? '')])

const centsIn = (xml: string): number => Math.round(Number(between(xml, '<Amt Ccy="EUR">', '<')) * 100)

function balance(xml: string, code: string): number {
  const rest = xml.slice(xml.indexOf(`<Cd>${code}</Cd>`), xml.indexOf('<Ntry>'))
  return between(rest, '<CdtDbtInd>', '<') === 'CRDT' ? centsIn(rest) : -centsIn(rest)
}

function between(xml: string, start: string, end: string): string | null {
  const from = xml.indexOf(start)
  if (from < 0) return null
  const text = xml.slice(from + start.length, xml.indexOf(end, from + start.length))
  return text.includes('&') ? text.replace(/&(\w+);/g, (_, name) => ENTITIES[name] ?? '') : text
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
