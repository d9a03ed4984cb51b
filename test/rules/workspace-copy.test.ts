import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { open, tripOfAnyMigration } from '../../src/db/client'
import { deleteRows } from '../../src/domain/workspaces/copy/delete-rows'
import {
  ADDED_BY_TRIGGERS,
  copiedTables,
  LEFT_OUT,
  ownTables,
  readTables,
  SHARED,
  SHARED_LEFT_OUT,
  type Table,
} from '../../src/domain/workspaces/copy/tables'
import { insertRows, UnknownColumns } from '../../src/domain/workspaces/copy/write-rows'
import { everyLine, linesOf, loadLines } from '../support/copied'
import { createEverything } from '../support/everything'
import { storedTables } from '../support/storage'
import { rows, workspace } from '../support/workspace'

const db = open(env.DB)
let tables: readonly Table[]
const table = (name: string): Table => tables.find((one) => one.name === name) as Table

beforeAll(async () => {
  tables = (await readTables(db)).tables
})

it('has a decision for every table of the database', async () => {
  const names = await rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table'
     AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_kept_%'`,
  )
  const decided = [...ownTables(tables).map(({ name }) => name), ...SHARED, ...Object.keys(SHARED_LEFT_OUT)]
  expect(names.map(({ name }) => name).filter((name) => !decided.includes(name))).toEqual([])
  expect(decided.filter((name) => !names.some((stored) => stored.name === name))).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((name) => table(name)?.tenant !== 'workspace_id')).toEqual([])
})

it('loads the row by which a workspace exists last', () => {
  expect(copiedTables(tables).at(-1)?.name).toBe('workspaces')
})

it('has only columns whose values a file can have, and names that SQL can tell apart', async () => {
  const columns = await rows<{ type: string; name: string }>(
    `SELECT DISTINCT c.type, c.name FROM sqlite_schema t, pragma_table_xinfo(t.name) c
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_cf_%' AND t.name NOT LIKE 'd1_%'`,
  )
  expect([...new Set(columns.map(({ type }) => type))].sort()).toEqual(['INTEGER', 'TEXT'])
  expect(columns.filter(({ name }) => /^(row_size|row_key|fits|is_last|one)$/.test(name))).toEqual([])
})

it('knows every trigger that runs when a row is inserted, and what it writes', async () => {
  const triggers = await rows<{ table: string; sql: string }>(
    "SELECT tbl_name AS 'table', sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%AFTER INSERT ON%' OR sql LIKE '%BEFORE INSERT ON%'",
  )
  const found = Object.fromEntries(
    triggers.map((trigger) => [
      trigger.table,
      [
        ...new Set(
          [...trigger.sql.matchAll(/(?:INSERT INTO|UPDATE|DELETE FROM) `(\w+)`/g)].map(([, name]) => name),
        ),
      ],
    ]),
  )
  expect(found).toEqual(ADDED_BY_TRIGGERS)
})

it('brings a workspace with everything back, and leaves its neighbour as it is', async () => {
  const club = await workspace()
  await createEverything(club)
  await createEverything(await workspace())
  const before = await everyLine(club.id, copiedTables(tables))
  const stored = await storedTables()
  expect(Object.values(before).filter((lines) => lines.length > 0).length).toBeGreaterThan(25)

  const deleted = await deleteRows(db, club.id, { tables })
  expect(deleted.isComplete).toBe(true)
  for (const [name, lines] of Object.entries(before)) expect(deleted.rows[name], name).toBe(lines.length)
  const others = (name: string, all: Record<string, unknown>[]) =>
    all.filter((row) => row[table(name)?.tenant ?? ''] !== club.id)
  for (const { name, rows } of await storedTables())
    expect(rows, name).toEqual(others(name, stored.find((one) => one.name === name)?.rows ?? []))

  await loadLines(club.id, copiedTables(tables), before)
  expect(await everyLine(club.id, copiedTables(tables))).toEqual(before)
  const isLeftOut = (name: string) => Object.hasOwn(LEFT_OUT, name)
  expect((await storedTables()).filter(({ name }) => !isLeftOut(name))).toEqual(
    stored.filter(({ name }) => !isLeftOut(name)),
  )
})

it('reads and writes a row as long as D1 stores one', async () => {
  const club = await workspace()
  const content = `"\\\n\u0001é😀`.repeat(190_000).slice(0, 1_300_000)
  await env.DB.prepare("INSERT INTO statement_files VALUES (?, 'hash', 0, ?), (?, 'hash', 1, 'short')")
    .bind(club.id, content, club.id)
    .run()
  const lines = await linesOf(club.id, table('statement_files'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    [club.id, 'hash', 0, content],
    [club.id, 'hash', 1, 'short'],
  ])
  await deleteRows(db, club.id, { tables })
  const file = table('statement_files')
  await tripOfAnyMigration(db, { rows: insertRows(club.id, { table: file, columns: file.columns, lines }) })
  expect(await linesOf(club.id, file)).toEqual(lines)
})

it('reads pages that are bounded by bytes and rows, each row once', async () => {
  const club = await workspace()
  const insert = env.DB.prepare('INSERT INTO bank_days VALUES (?, ?, ?, ?)')
  await env.DB.batch(
    Array.from({ length: 50 }, (_, day) => insert.bind(club.id, `acc_${day % 3}`, `day ${day}`, day)),
  )
  const whole = await linesOf(club.id, table('bank_days'))
  expect(whole).toHaveLength(50)
  for (const size of [
    { bytes: 1, rows: 100 },
    { bytes: 150, rows: 100 },
    { bytes: 1_000_000, rows: 7 },
    { bytes: 1_000_000, rows: 50 },
  ])
    expect(await linesOf(club.id, table('bank_days'), size)).toEqual(whole)
})

it('loads rows again without a second copy, and none of another workspace', async () => {
  const club = await workspace()
  const other = await workspace()
  const person = {
    name: { first_name: 'Ada' },
    sepa_mandate: { reference: 'M-1', signature_date: '2026-01-01' },
  }
  await club.post('/lists/members/persons', person)
  const persons = table('persons')
  const lines = await linesOf(club.id, persons)
  const load = (id: string) =>
    tripOfAnyMigration(db, { rows: insertRows(id, { table: persons, columns: persons.columns, lines }) })
  const before = await storedTables()
  await load(club.id)
  await expect(load(other.id)).rejects.toThrow('other workspace')
  expect(await storedTables()).toEqual(before)
})

it('loads rows that lack a column of the table, and refuses those that have one more', async () => {
  const club = await workspace()
  const days = table('account_days')
  const older = ['workspace_id', 'account_id', 'booked_on', 'amount']
  const lines = [JSON.stringify([club.id, 'acc_1', '2026-01-31', 7])]
  await tripOfAnyMigration(db, { rows: insertRows(club.id, { table: days, columns: older, lines }) })
  expect(await linesOf(club.id, days)).toEqual([JSON.stringify([club.id, 'acc_1', '2026-01-31', 7, 0])])
  const newer = [...days.columns, 'other']
  expect(() => insertRows(club.id, { table: days, columns: newer, lines })).toThrow(UnknownColumns)
  expect(() => insertRows(club.id, { table: days, columns: ['amount'], lines })).toThrow(UnknownColumns)
})

it('stops deleting when the time is up, and goes on later', async () => {
  const club = await workspace()
  let slices = 1
  const first = await deleteRows(db, club.id, { tables, isTimeUp: () => slices-- === 0 })
  expect(first.isComplete).toBe(false)
  expect(await rows('SELECT id FROM workspaces WHERE id = ?', club.id)).toHaveLength(1)
  expect((await deleteRows(db, club.id, { tables })).isComplete).toBe(true)
  expect(await rows('SELECT id FROM workspaces WHERE id = ?', club.id)).toHaveLength(0)
})
