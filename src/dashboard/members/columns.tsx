import { type Context, Hono } from 'hono'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import { viewSegments } from '../../domain/segments/list'
import { setSegmentColumns } from '../../domain/segments/set-columns'
import { chooseTableColumns } from '../../domain/segments/table-columns'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { viewerOf } from '../layout'
import { ColumnsPage, FOR_ME } from './columns-page'
import { listOf, listPath } from './page-query'

/** The columns of the table of a list, for the member of staff who chooses them or for a saved view. */
export const tableColumnsPage = new Hono<Env>()
  .get('/:workspace/:list{(?:members|contacts)}/columns', async (c) => {
    const views = await viewSegments(c.var.staff, { list: listOf(c), columns: undefined })
    const props = { viewer: viewerOf(c), views, query: queryOf(c), target: c.req.query('view') }
    return c.html(<ColumnsPage {...props} />)
  })
  .post('/:workspace/:list{(?:members|contacts)}/columns', async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    const id = c.req.query('view') ?? FOR_ME
    const isMoved = form.has('move')
    const query = await saveColumns(c, id, columnsOf(form), isMoved)
    const { workspace } = viewerOf(c).staff
    if (!isMoved) return done(c, 'columns', { to: listPath(workspace, list, '', query) })
    query.set('view', id)
    return c.redirect(listPath(workspace, list, '/columns', query), 303)
  })

/** The query of the list that the page leads back to. */
const queryOf = (c: Context<Env>): BrowseQuery => readBrowseQuery(c.req.query())

/** Keeps the columns. Returns the query of the list that shows them; where one `isMoved`, that of the page of the columns. */
async function saveColumns(c: Context<Env>, id: string, columns: string[], isMoved: boolean) {
  const list = listOf(c)
  const query = queryOf(c)
  if (id !== FOR_ME) return setSegmentColumns(c.var.staff, { list, id, query, columns })
  await chooseTableColumns(c.var.staff, { list, columns })
  return writeBrowseQuery(isMoved ? query : { ...query, columns: undefined })
}

/** The columns that a form means: those that stay chosen in their order, one moved up or down, then the new ones. */
function columnsOf(form: URLSearchParams): string[] {
  if (form.has('reset')) return []
  const order = (form.get('order') ?? '').split(',').filter(Boolean)
  const [, direction, moved = ''] = /^(up|down):(.+)$/.exec(form.get('move') ?? '') ?? []
  if (direction) return withMoved(order, moved, direction === 'up' ? -1 : 1)
  const chosen = [...form].flatMap(([name, key]) => (name.startsWith('column.') && key ? [key] : []))
  return [...order.filter((key) => chosen.includes(key)), ...chosen.filter((key) => !order.includes(key))]
}

function withMoved(order: string[], key: string, step: -1 | 1): string[] {
  const from = order.indexOf(key)
  const others = order.filter((one) => one !== key)
  return from < 0 ? order : others.toSpliced(Math.max(0, from + step), 0, key)
}
