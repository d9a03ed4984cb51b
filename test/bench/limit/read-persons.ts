import { finished, STORED, type StoredPerson, todayIn } from './person'
import { type Call, json, members, query, rowsOf, sha256 } from './query'

const PER_PAGE = 500

const pageSql = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  SELECT ${STORED} FROM limit_persons WHERE ${members('members:read')} AND area = 'regular' AND id ${comparison} ?2
  ORDER BY id ${order} LIMIT ${PER_PAGE + 1}`

const NEXT = pageSql('>', 'ASC')
const PREVIOUS = pageSql('<', 'DESC')

/** A page of members behind or before a cursor. */
export async function page(call: Call): Promise<Response> {
  const { env, url } = call
  const given = url.searchParams.get('cursor')
  const [, direction = 'next', position = ''] = /^(next|prev)-(.*)-[0-9a-f]{16}$/.exec(given ?? '') ?? []
  const isForward = direction === 'next'
  const { key, results } = await query(call, 'members:read', [isForward ? NEXT : PREVIOUS, position])
  const rows = rowsOf<StoredPerson>(results[0])
  const hasMore = rows.length > PER_PAGE
  if (hasMore) rows.pop()
  if (!isForward) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const hasPrevious = isForward ? given !== null : hasMore
  const meta = {
    path: `${env.PUBLIC_URL}${url.pathname}`,
    per_page: PER_PAGE,
    next_cursor: last && (hasMore || !isForward) ? await cursor(key.id, 'next', last) : null,
    prev_cursor: first && hasPrevious ? await cursor(key.id, 'prev', first) : null,
  }
  const today = todayIn(key)
  const data = rows.map((row) => finished(row, today)).join(',')
  return json(`{"data":[${data}],"meta":${JSON.stringify(meta)}}`)
}

async function cursor(workspace: string, direction: string, { document }: StoredPerson): Promise<string> {
  const id = document.slice('{"id":"'.length, document.indexOf('",'))
  const scope = JSON.stringify([workspace, 'members', 'regular', null, null, {}])
  return `${direction}-${id}-${(await sha256(`${scope} ${direction} ${id}`)).slice(0, 16)}`
}

const personSql = (condition: string): string =>
  `SELECT ${STORED} FROM limit_persons WHERE ${members('members:read')} AND ${condition}`

const BY_ID = personSql(`area IN ('regular', 'applications') AND id = ?2`)
const BY_EXTERNAL_ID = personSql('external_id = ?2')

/** A member by its id or external id. */
export async function person(call: Call, name: string): Promise<Response> {
  const sql = name.startsWith('per_') ? BY_ID : BY_EXTERNAL_ID
  const { key, results } = await query(call, 'members:read', [sql, name])
  const [row] = rowsOf<StoredPerson>(results[0])
  if (!row) return new Response(null, { status: 404 })
  return json(`{"data":${finished(row, todayIn(key))}}`)
}
