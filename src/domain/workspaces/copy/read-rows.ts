import { type Db, tripOfAnyMigration } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { listed, type PageOf, pageCte, rowOf } from './page'

/** Rows as the JSON arrays of their values, in the order of `columns` of the table; the key to go on after, if there are more. */
export type Page = { rows: string[]; next: string | null }

/** A row of {@link selectPage}. Of a long row, `packed` lacks the texts that `long` has, joined, with their sizes in bytes. */
export type PageRow = {
  row_key: string
  packed: string
  long: string | null
  sizes: string | null
  is_last: number
}

/** SQLite writes a text of control characters six times as long, and at most 2 MB. */
const LONG_ROW = 300_000
const LONG_VALUE = 3_000

/** The rows of a page, in one statement. Numbers are exact: nothing but SQLite reads or writes them. */
export function selectPage(page: PageOf): Sql<PageRow> {
  const { table, workspaceId, rows } = page
  const { columns, key } = table
  const values = listed(columns)
  const short = columns.map((name) => `json_quote(iif(${isLong(name)}, NULL, "${name}")) || ''`).join(', ')
  const long = columns.map((name) => `iif(${isLong(name)}, "${name}", '')`).join(' || ')
  const sizes = columns.map((name) => `iif(${isLong(name)}, octet_length("${name}"), NULL)`).join(', ')
  const own = `"${table.name}"`
  const join = [
    ...(table.tenant ? [sql`${sql.raw(table.tenant)} = ${workspaceId}`] : []),
    ...(key.length > 0 ? [sql.raw(`${rowOf(key, `${own}.`)} = ${rowOf(key, 'page.')}`)] : []),
  ]
  // The cross join makes SQLite look each row of the page up. In the inner query, columns have no other namesake.
  return sql<PageRow>`
    WITH ${pageCte(page)}
    SELECT row_key, iif(row_size <= ${LONG_ROW}, json_array(${sql.raw(values)}), json_array(${sql.raw(short)})) AS packed,
      iif(row_size <= ${LONG_ROW}, NULL, ${sql.raw(long)}) AS long,
      iif(row_size <= ${LONG_ROW}, NULL, json_array(${sql.raw(sizes)})) AS sizes, is_last
    FROM (
      SELECT ${sql.raw(listed(columns, `${own}.`))}, page.row_size, json_array(${sql.raw(listed(key, 'page.'))}) AS row_key,
        (SELECT count(*) < ${rows} AND min(fits) = 1 FROM page) AS is_last
      FROM page CROSS JOIN ${sql.raw(own)} ON ${sql.join(join, ' AND ')}
      WHERE page.fits ORDER BY ${sql.raw(key.length > 0 ? listed(key, 'page.') : '1')} LIMIT -1)`
}

const isLong = (name: string): string => `octet_length("${name}") > ${LONG_VALUE}`

/** The page that the rows of {@link selectPage} are. */
export function pageOf(found: readonly PageRow[]): Page {
  const last = found.at(-1)
  return { rows: found.map(lineOf), next: last && !last.is_last ? last.row_key : null }
}

/** The rows of a table, page by page. One trip each. */
export async function* pagesOf(db: Db, page: Omit<PageOf, 'after'>): AsyncGenerator<string[]> {
  let after: string | null = null
  do {
    const { found } = await tripOfAnyMigration(db, { found: selectPage({ ...page, after }) })
    const { rows, next }: Page = pageOf(found)
    yield rows
    after = next
  } while (after !== null)
}

function lineOf({ packed, long, sizes }: PageRow): string {
  if (long === null || sizes === null) return packed
  const bytes = Buffer.from(long)
  let from = 0
  const values = (JSON.parse(packed) as string[]).map((short, index) => {
    const size = (JSON.parse(sizes) as (number | null)[])[index]
    if (size == null) return short
    from += size
    return JSON.stringify(bytes.toString('utf8', from - size, from))
  })
  return `[${values.join()}]`
}
