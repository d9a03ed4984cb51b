import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { PERMISSIONS } from '../../../src/domain/access/permissions.ts'
import type { Database } from './server.ts'

/** A seeded workspace: its id, a key with all permissions, and how many members it has. */
export type Club = { id: string; key: string; members: number }

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const WRITTEN = '2026-01-01T00:00:00.000Z'
const PER_STATEMENT = 10_000

/** The ten custom columns of the members: every type, and both kinds of keys. */
const COLUMNS = [
  ['string', 'T-shirt size', 'shirt', '["S","M","L"]'],
  ['string', 'Instrument', 'instrument', null],
  ['boolean', 'Trainer', 'trainer', null],
  ['array', 'Teams', 'teams', '["A","B","C"]'],
  ['integer', 'Locker', 'locker', null],
  ['number', 'Handicap', 'handicap', null],
  ['date', 'Trained on', 'trained_on', null],
  ['email', 'Guardian', 'guardian', null],
  ['url', 'Page', 'page', null],
  ['string', 'Remark', null, null],
] as const

/** Creates the tables of the service, and the one that the limit has beside them. */
export async function migrate(db: Database): Promise<void> {
  const folder = join(ROOT, 'drizzle')
  const migrations = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = [...migrations.sort().map((name) => join(folder, name)), LIMIT_SCHEMA]
  for (const file of files) {
    const statements = readFileSync(file, 'utf8').split('--> statement-breakpoint')
    await db.batch(statements.map((sql) => db.prepare(sql)))
  }
  await db.batch([
    db.prepare('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)'),
    ...migrations.map((name) => db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)),
  ])
}

const LIMIT_SCHEMA = join(ROOT, 'test/bench/limit/schema.sql')

/** Creates a workspace with members that have nearly every field set. */
export async function seed(db: Database, number: number, members: number): Promise<Club> {
  const club = { id: `wsp_${pad(number)}`, key: keyOf(number), members }
  const hash = createHash('sha256').update(club.key).digest('hex')
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values)
  await db.batch([
    run(
      `INSERT INTO workspaces (id, name, locale, timezone, currency, subscription_variant, portal_enabled,
         portal_managed_by, portal_functions, created_at, updated_at)
       VALUES (?, 'TSV Aufbau 04', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', '["view_fees"]', ?2, ?2)`,
      club.id,
      WRITTEN,
    ),
    run(
      `INSERT INTO api_keys (token_hash, id, workspace_id, name, permissions, created_at) VALUES (?, ?, ?, 'Bench', ?, ?)`,
      hash,
      `key_${pad(number)}`,
      club.id,
      JSON.stringify(PERMISSIONS),
      WRITTEN,
    ),
    run(
      `INSERT INTO custom_columns (workspace_id, list_id, id, type, name, allowed_values, external_id, created_at)
       SELECT ?, 'members', value ->> 0, value ->> 1, value ->> 2, value ->> 4, value ->> 3, ? FROM json_each(?)`,
      club.id,
      WRITTEN,
      JSON.stringify(COLUMNS.map((column, index) => [columnId(index), ...column])),
    ),
    run(
      `INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at) VALUES (?, ?, 'Youth', ?3, ?3)`,
      club.id,
      `cst_${pad(number)}`,
      WRITTEN,
    ),
    run(
      `INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name) VALUES (?, ?, ?, 'Jerseys')`,
      club.id,
      `cst_${pad(number)}`,
      `cat_${pad(number)}`,
    ),
  ])
  return club
}

/** Adds the members of a club to the table of the service or to that of the limit. */
export async function seedMembers(
  db: Database,
  { id, members }: Club,
  side: 'service' | 'limit',
): Promise<void> {
  const sql = side === 'service' ? personsInto('persons', columnId) : personsInto('limit_persons', columnKey)
  for (const numbers of chunksOf(members))
    await db.batch([db.prepare(sql).bind(id, WRITTEN, JSON.stringify(numbers))])
}

/** The member who owes more than the others, and how much more. */
export const DEBTOR = { number: 1, fees: 500 }

/** Creates a fee for each of the first members, and more for one of them. */
export async function seedFees(db: Database, { id }: Club, fees: number): Promise<void> {
  const insert = (pairs: number[][]) => db.batch([db.prepare(FEES).bind(id, WRITTEN, JSON.stringify(pairs))])
  for (const numbers of chunksOf(fees)) await insert(numbers.map((number) => [number, number]))
  await insert(Array.from({ length: DEBTOR.fees }, (_, index) => [fees + index + 1, DEBTOR.number]))
}

const FEES = `
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, created_at, updated_at)
  SELECT ?1, printf('fee_%024d', value ->> 0), printf('RF00%021d', value ->> 0), 4500, 'Annual fee 2026',
    printf('per_%024d', value ->> 1), 'First' || (value ->> 1) || ' Last' || (value ->> 1), ?2, ?2
  FROM json_each(?3)`

/** The numbers from 1 to a count, a chunk for each statement. */
export function* chunksOf(count: number): Generator<number[]> {
  for (let from = 1; from <= count; from += PER_STATEMENT)
    yield Array.from({ length: Math.min(PER_STATEMENT, count - from + 1) }, (_, index) => from + index)
}

/** The id of the nth member, and of the nth custom column. */
export const personId = (n: number): string => `per_${pad(n)}`
const columnId = (index: number): string => `col_${pad(index + 1)}`
const columnKey = (index: number): string => COLUMNS[index]?.[2] ?? columnId(index)

const pad = (n: number): string => String(n).padStart(24, '0')

// Three persons share an address, one in twenty has left. The custom values are stored under the keys of the columns.
const personsInto = (table: string, key: (index: number) => string): string => `
  INSERT INTO ${table} (workspace_id, list_id, area, id, external_id, first_name, first_name_key, last_name,
    last_name_key, email, birthdate, phone_numbers, address, bank_account, sepa_mandate, payment_method, membership_number, join_date, leave_date,
    custom_values, created_at, updated_at)
  SELECT ?1, 'members', 'regular', printf('per_%024d', value), 'crm-' || value, 'First' || value, 'first' || value,
    'Last' || value, 'last' || value,
    'family' || (value / 3) || '@example.org', printf('19%02d-%02d-%02d', value % 90 + 10, value % 12 + 1, value % 28 + 1),
    '[{"label":"mobile","number":"+49 151 ' || value || '"}]',
    '{"street":"Uferweg ' || (value % 200) || '","postcode":"10115","city":"Berlin","country_code":"DE"}',
    '{"iban":"DE89370400440532013000","bic":null,"signatory":null}',
    '{"reference":"M-' || value || '","signature_date":"2020-01-31","last_used_on":null}', 'direct_debit', 'm' || value, '2020-02-01',
    CASE value % 20 WHEN 7 THEN '2025-12-31' END,
    '{"${key(0)}":"M","${key(1)}":"Oboe ' || value || '","${key(2)}":true,"${key(3)}":["A","C"],'
      || '"${key(4)}":' || value || ',"${key(5)}":0.5,"${key(6)}":"2025-06-30",'
      || '"${key(7)}":"guardian' || value || '@example.org","${key(8)}":"https://example.org/' || value || '",'
      || '"${key(9)}":"Takes the keys, and brings them back"}',
    ?2, ?2
  FROM json_each(?3)`

function keyOf(number: number): string {
  const secret = String(number).padStart(30, 'B')
  let check = ''
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62))
    check = `${BASE62[rest % 62]}${check}`
  return `mas_${secret}${check.padStart(6, '0')}`
}
