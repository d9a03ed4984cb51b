import { type Sql, sql } from '../../../db/sql'
import type { Table } from './tables'

/** Where a page begins and ends. */
export type PageOf = {
  table: Table
  /** Null for a table that workspaces share. */
  workspaceId: string | null
  /** The key of the row before, as JSON; null for the first page. */
  after?: string | null
  /** The bytes of its rows, which its last row may exceed. */
  bytes: number
  rows: number
}

/**
 * A CTE `page` with the keys of rows by the primary key, each with its `row_size` in bytes; a row is of the page if it `fits`. Sizes
 * are known without reading long texts.
 */
export function pageCte({ table, workspaceId, after = null, bytes, rows }: PageOf): Sql {
  const key = table.key.length === 0 ? '1 AS one' : listed(table.key)
  const order = table.key.length === 0 ? '1' : listed(table.key)
  const size = table.columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ')
  const laterSql = after === null ? sql`TRUE` : sql`${sql.raw(rowOf(table.key))} > ${keyOf(table.key, after)}`
  return sql`page AS MATERIALIZED (
    SELECT *, sum(row_size) OVER (ORDER BY ${sql.raw(order)} ROWS UNBOUNDED PRECEDING) - row_size < ${bytes} AS fits
    FROM (
      SELECT ${sql.raw(key)}, ${sql.raw(size)} AS row_size FROM ${sql.raw(`"${table.name}"`)}
      WHERE ${ofTenant(table, workspaceId)} AND ${laterSql} ORDER BY ${sql.raw(order)} LIMIT ${rows}))`
}

/** The rows of a table that are a workspace's, or all of a table that workspaces share. */
export function ofTenant({ tenant }: Table, workspaceId: string | null): Sql {
  if ((tenant === null) !== (workspaceId === null)) throw new Error('A tenant filter is missing.')
  return tenant === null ? sql`TRUE` : sql`${sql.raw(tenant)} = ${workspaceId}`
}

/** Columns as SQL takes them, quoted since some are words of SQL. */
export const listed = (columns: readonly string[], prefix = ''): string =>
  columns.map((column) => `${prefix}"${column}"`).join(', ')

/** The key of a row as a row value. */
export const rowOf = (key: readonly string[], prefix = ''): string => `(${listed(key, prefix)})`

const keyOf = (key: readonly string[], json: string): Sql =>
  sql`(${sql.join(key.map((_, index) => sql`${json} ->> ${sql.raw(String(index))}`))})`
