import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { ROOT } from '../../../src/dev/wrangler.ts'
import type { Database } from './server.ts'

/** A seeded workspace: its id, a key that may do everything, and how many members it has. */
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

export async function migrate(db: Database): Promise<void> {
  const folder = join(ROOT, 'drizzle')
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')
    await db.batch(statements.map((sql) => db.prepare(sql)))
  }
}

/** Makes a workspace with members of every field; its number tells it from the others. */
export async function seed(db: Database, number: number, members: number): Promise<Club> {
  const club = { id: `wsp_${pad(number)}`, key: keyOf(number), members }
  const hash = createHash('sha256').update(club.key).digest('hex')
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values)
  await db.batch([
    run(
      `INSERT INTO workspaces (id, name, locale, timezone, currency, subscription_variant, portal_enabled,
         portal_managed_by, created_at, updated_at)
       VALUES (?, 'TSV Aufbau 04', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', ?2, ?2)`,
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
      JSON.stringify(COLUMNS.map((column, at) => [columnId(at), ...column])),
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
  for (let from = 1; from <= members; from += PER_STATEMENT) {
    const count = Math.min(PER_STATEMENT, members - from + 1)
    const numbers = Array.from({ length: count }, (_, at) => from + at)
    await db.batch([run(PERSONS, club.id, WRITTEN, JSON.stringify(numbers))])
  }
  return club
}

/** Claims a fee from each of the first members. */
export async function seedFees(db: Database, { id }: Club, fees: number): Promise<void> {
  for (let from = 1; from <= fees; from += PER_STATEMENT) {
    const numbers = Array.from({ length: Math.min(PER_STATEMENT, fees - from + 1) }, (_, at) => from + at)
    await db.batch([db.prepare(FEES).bind(id, WRITTEN, JSON.stringify(numbers))])
  }
}

const FEES = `
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, created_at, updated_at)
  SELECT ?1, printf('fee_%024d', value), printf('RF00%021d', value), 4500, 'Annual fee 2026',
    printf('per_%024d', value), 'First' || value || ' Last' || value, ?2, ?2
  FROM json_each(?3)`

/** The id of the nth member, and of the nth custom column. */
export const personId = (n: number): string => `per_${pad(n)}`
const columnId = (at: number): string => `col_${pad(at + 1)}`

const pad = (n: number): string => String(n).padStart(24, '0')

// Three persons share an address, one in twenty has left.
const PERSONS = `
  INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, last_name, email, birthdate,
    phone_numbers, address, bank_account, sepa_mandate, payment_method, membership_number, join_date, leave_date,
    custom_values, created_at, updated_at)
  SELECT ?1, 'members', 'regular', printf('per_%024d', value), 'crm-' || value, 'First' || value, 'Last' || value,
    'family' || (value / 3) || '@example.org', printf('19%02d-%02d-%02d', value % 90 + 10, value % 12 + 1, value % 28 + 1),
    '[{"label":"mobile","number":"+49 151 ' || value || '"}]',
    '{"street":"Uferweg ' || (value % 200) || '","postcode":"10115","city":"Berlin","country_code":"DE"}',
    '{"iban":"DE89370400440532013000","bic":null,"signatory":null}',
    '{"reference":"M-' || value || '","signature_date":"2020-01-31"}', 'direct_debit', 'm' || value, '2020-02-01',
    CASE value % 20 WHEN 7 THEN '2025-12-31' END,
    '{"${columnId(0)}":"M","${columnId(1)}":"Oboe ' || value || '","${columnId(2)}":true,"${columnId(3)}":["A","C"],'
      || '"${columnId(4)}":' || value || ',"${columnId(5)}":0.5,"${columnId(6)}":"2025-06-30",'
      || '"${columnId(7)}":"guardian' || value || '@example.org","${columnId(8)}":"https://example.org/' || value || '",'
      || '"${columnId(9)}":"Takes the keys, and brings them back"}',
    ?2, ?2
  FROM json_each(?3)`

const PERMISSIONS = [
  'members:read',
  'members:write',
  'contacts:read',
  'contacts:write',
  'fees:read',
  'fees:write',
  'bookkeeping:read',
  'bookkeeping:write',
  'member_portal_sessions:create',
]

function keyOf(number: number): string {
  const secret = String(number).padStart(30, 'B')
  let check = ''
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62))
    check = `${BASE62[rest % 62]}${check}`
  return `mas_${secret}${check.padStart(6, '0')}`
}
