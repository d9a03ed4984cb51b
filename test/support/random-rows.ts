import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import type { Table } from '../../src/domain/workspaces/copy/tables'
import { anyText } from './any-text'
import { writeRows } from './storage'

type Column = { name: string; type: string; notnull: number }
export type RandomRow = { table: Table; columns: readonly string[]; json: string }

/** The largest numbers that SQLite stores, which JavaScript cannot hold. */
const anyInteger = fc.oneof(fc.integer().map(BigInt), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
const wellFormed = anyText.map((text) => text.toWellFormed())

/** Random rows of a workspace in some tables, which no door would write: they prove what copies any row. */
export function anyRows(workspaceId: string, tables: readonly Table[], columnsOf: Map<string, Column[]>) {
  const perTable = tables.map((table) =>
    fc.array(anyRow(workspaceId, table, columnsOf.get(table.name) ?? []), {
      maxLength: table.key.length === 0 ? 1 : 3,
    }),
  )
  return fc.tuple(...perTable).map((found) => found.flat())
}

let number = 0

function anyRow(workspaceId: string, table: Table, columns: Column[]): fc.Arbitrary<RandomRow> {
  const isKey = (name: string) => name !== table.tenant && table.key.includes(name)
  const values = columns.map(({ name, type, notnull }) => {
    if (name === table.tenant) return fc.constant(JSON.stringify(workspaceId))
    const special = SPECIAL[`${table.name}.${name}`]
    if (special) return special.map((value) => JSON.stringify(value))
    const value =
      type === 'INTEGER'
        ? isKey(name)
          ? fc.nat(9).map((digit) => `${++number}${digit}`)
          : anyInteger.map(String)
        : wellFormed.map((text) => JSON.stringify(`${text} ${++number}`))
    return notnull || isKey(name) ? value : fc.option(value).map((given) => given ?? 'null')
  })
  return fc.tuple(...values).map((row) => ({
    table,
    columns: columns.map(({ name }) => name),
    json: `[${row.join()}]`,
  }))
}

const REFERENCES = ['M-1', 'm-1', 'M-2']

/** What constraints, indexes and triggers of the database read. */
const SPECIAL: Record<string, fc.Arbitrary<unknown>> = {
  'workspaces.portal_managed_by': fc.constant('workspace'),
  'payments.amount': fc.constantFrom(1, -1),
  'persons.first_name': fc.constant('Ada'),
  'persons.list_id': fc.constantFrom('members', 'contacts'),
  'persons.sepa_mandate': fc.option(
    fc.constantFrom(...REFERENCES).map((reference) => `{"reference":"${reference}"}`),
  ),
  'persons.bank_account': fc.option(fc.constantFrom('{"iban":"DE02"}', '{}')),
  'mandates.end_reason': fc.constantFrom(null, 'withdrawn', 'deleted'),
  'mandates.reference_key': fc.nat().map((count) => `${REFERENCES[count % 3]?.toLowerCase()}${++number}`),
}

/** Reads the columns of tables, with their types. */
export async function typedColumns(tables: readonly Table[]): Promise<Map<string, Column[]>> {
  const results = await env.DB.batch<Column>(
    tables.map(({ name }) => env.DB.prepare(`PRAGMA table_xinfo(${name})`)),
  )
  return new Map(tables.map(({ name }, index) => [name, results[index]?.results ?? []]))
}

/** Writes rows as they are, past triggers. */
export const storeRows = (rows: readonly RandomRow[]): Promise<void> =>
  writeRows(
    rows.map(({ table, columns, json }) =>
      env.DB.prepare(
        `INSERT INTO ${table.name} (${columns.map((name) => `"${name}"`).join()})
         SELECT ${columns.map((_, index) => `?1 ->> ${index}`).join()}`,
      ).bind(json),
    ),
  )
