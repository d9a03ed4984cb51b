import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { FilterField } from '../../domain/persons/filter-fields'
import { groupOfField } from '../../domain/persons/list-fields'
import { type ListViews, listViews } from '../../domain/segments/list'
import type { Segment } from '../../domain/segments/segment'
import { setSegmentColumns } from '../../domain/segments/set-columns'
import { chooseTableColumns, OPEN_FEES } from '../../domain/segments/table-columns'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { CheckboxGroup } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { kitTexts } from '../../ui/i18n/kit'
import { Icon } from '../../ui/icon'
import { Lines } from '../../ui/lines'
import { PageHead } from '../../ui/page-head'
import { Actions, Columns, Row } from '../../ui/stack'
import { Tabs } from '../../ui/tabs'
import { HiddenLabel, Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { fieldLabel, fieldsByKey } from './fields'
import { listOf, listPath } from './page-query'
import { membersTexts } from './texts'

/** The columns of the table of a list, for the member of staff who chooses them or for a saved view. */
export const tableColumnsPage = new Hono<Env>()
  .get('/:workspace/:list{(?:members|contacts)}/columns', async (c) => {
    const views = await listViews(c.var.staff, { list: listOf(c), columns: undefined })
    const props = { viewer: viewerOf(c), views, query: queryOf(c), target: c.req.query('view') }
    return c.html(<ColumnsPage {...props} />)
  })
  .post('/:workspace/:list{(?:members|contacts)}/columns', async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    const id = c.req.query('view') ?? FOR_ME
    const columns = columnsOf(form)
    const query = await saveColumns(c, id, columns)
    const { workspace } = viewerOf(c).staff
    if (!form.get('move')) query.set('done', 'columns')
    else query.set('view', id)
    return c.redirect(listPath(workspace, list, form.get('move') ? '/columns' : '', query), 303)
  })

/** In place of the id of a view: the columns are for who chooses them. */
const FOR_ME = 'me'

/** The query of the list that the page leads back to. */
const queryOf = (c: Context<Env>): BrowseQuery => readBrowseQuery(c.req.query())

/** Keeps the columns. Returns the query of the list that has them. */
async function saveColumns(c: Context<Env>, id: string, columns: string[]): Promise<URLSearchParams> {
  const list = listOf(c)
  const query = queryOf(c)
  if (id !== FOR_ME) return setSegmentColumns(c.var.staff, { list, id, query, columns })
  await chooseTableColumns(c.var.staff, { list, columns })
  return writeBrowseQuery({ ...query, columns: undefined })
}

/** The saved view that a query is, if the viewer may change it. */
function viewOf(
  query: BrowseQuery,
  { segments, context }: ListViews,
  { staff }: Viewer,
): Segment | undefined {
  const text = writeBrowseQuery(query).toString()
  return segments.find(
    (segment) => segment.query === text && (!segment.isShared || permits(staff, `${context.list}:write`)),
  )
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

type Props = { viewer: Viewer; views: ListViews; query: BrowseQuery; target: string | undefined }

function ColumnsPage({ viewer, views, query, target }: Props) {
  const { locale, staff } = viewer
  const { choices, context } = views
  const { list } = context
  const t = membersTexts(locale)
  const { columnsPage: p } = t
  const fields = fieldsByKey(context)
  const view = viewOf(query, views, viewer)
  const isForView = view !== undefined && (target ?? (query.columns && view.id)) === view.id
  const columns =
    isForView && query.columns ? query.columns.filter((key) => choices.includes(key)) : views.columns
  const hrefFor = (id: string) => {
    const address = writeBrowseQuery(query)
    address.set('view', id)
    return listPath(staff.workspace, list, '/columns', address)
  }
  const action = hrefFor(isForView ? view.id : FOR_ME)
  const labelOf = (key: string) => fieldLabel(fields.get(key) ?? { key }, locale)
  const groups = groupsOf(choices, fields)
  return (
    <StaffLayout title={p.title} viewer={viewer} section={list}>
      <PageHead title={p.title} lead={isForView ? p.viewLead : p.lead} />
      {view && (
        <Tabs
          label={p.scope}
          items={[
            { label: p.forMe, href: hrefFor(FOR_ME), isCurrent: !isForView },
            { label: p.forView(view.name), href: hrefFor(view.id), isCurrent: isForView },
          ]}
        />
      )}
      <Columns hasSide>
        <Form action={action} hidden={{ order: columns.join() }}>
          {groups.map(({ name, group }) => (
            <Card>
              <CheckboxGroup
                name={`column.${name}`}
                label={t.fieldGroups[name]}
                values={columns}
                options={group.map((key) => ({ value: key, label: labelOf(key) }))}
              />
            </Card>
          ))}
          <Actions>
            <Button>{p.save}</Button>
            <ButtonLink kind="second" href={listPath(staff.workspace, list, '', query)}>
              {kitTexts(locale).cancel}
            </ButtonLink>
            <Button kind="plain" name="reset" value="1">
              {isForView ? p.resetView : p.reset}
            </Button>
          </Actions>
        </Form>
        <Card title={p.order}>
          {columns.length === 0 && <Quiet>{p.none}</Quiet>}
          <form method="post" action={action}>
            <input type="hidden" name="order" value={columns.join()} />
            <Lines
              items={columns.map((key, index) => ({
                main: labelOf(key),
                badge: (
                  <Row>
                    <MoveButton
                      move={`up:${key}`}
                      icon="up"
                      label={p.up(labelOf(key))}
                      isDisabled={index === 0}
                    />
                    <MoveButton
                      move={`down:${key}`}
                      icon="down"
                      label={p.down(labelOf(key))}
                      isDisabled={index === columns.length - 1}
                    />
                  </Row>
                ),
              }))}
            />
          </form>
        </Card>
      </Columns>
    </StaffLayout>
  )
}

type MoveProps = { move: string; icon: 'up' | 'down'; label: string; isDisabled: boolean }

const MoveButton = ({ move, icon, label, isDisabled }: MoveProps) => (
  <button
    class="button button-plain button-icon"
    type="submit"
    name="move"
    value={move}
    disabled={isDisabled}
  >
    <Icon name={icon} />
    <HiddenLabel>{label}</HiddenLabel>
  </button>
)

function groupsOf(keys: string[], fields: Map<string, FilterField>) {
  const nameOf = (key: string) => {
    if (fields.get(key)?.column) return 'custom'
    const group = groupOfField(key)
    const isMembership = group === 'membership' || group === 'payment' || key === OPEN_FEES
    return isMembership ? 'membership' : 'common'
  }
  return (['common', 'membership', 'custom'] as const)
    .map((name) => ({ name, group: keys.filter((key) => nameOf(key) === name) }))
    .filter(({ group }) => group.length > 0)
}
