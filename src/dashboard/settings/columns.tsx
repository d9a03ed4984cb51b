import { type Context, Hono } from 'hono'
import { isList, type ListId, listsOf } from '../../domain/access/lists'
import { narrowedTo } from '../../domain/access/narrowed'
import { query } from '../../domain/access/query'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { listColumns } from '../../domain/custom-columns/list'
import { moveColumn } from '../../domain/custom-columns/move'
import { DomainError } from '../../domain/shared/errors'
import type { StaffPrincipal } from '../../domain/staff/principal'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Row } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Tabs } from '../../ui/tabs'
import { HiddenLabel } from '../../ui/text'
import { type Viewer, viewerOf } from '../layout'
import { layoutTexts } from '../texts'
import { SettingsLayout, settingsPath } from './page'
import { TemplateOffer } from './template-offer'
import { settingsTexts } from './texts'

/** The page of the custom columns of a list, in their order. */
export const columnsPage = new Hono<Env>()
  .get('/:workspace/settings/columns', async (c) => {
    await query(settingsPrincipal(c), {})
    const viewer = viewerOf(c)
    const [list] = listsOf(viewer.staff.workspace.subscriptionVariant)
    return c.redirect(settingsPath(viewer, `/columns/${list}`), 303)
  })

  .get('/:workspace/settings/columns/:list', async (c) => {
    const list = c.req.param('list')
    const columns = await listColumns(settingsPrincipal(c), list)
    return c.html(<ColumnsPage c={c} list={requireList(list)} columns={columns} />)
  })

  .post('/:workspace/settings/columns/:list/:column_id/move', async (c) => {
    const { list, column_id: id } = c.req.param()
    const form = await readForm(c)
    const direction = form.get('direction') === 'up' ? 'up' : 'down'
    await moveColumn(settingsPrincipal(c), { list, id, direction })
    return c.redirect(settingsPath({ staff: c.var.staff.current() }, `/columns/${list}#${id}`), 303)
  })

/** Who asks, for what only those may do who may change the settings. */
export const settingsPrincipal = (c: Context<Env>): StaffPrincipal =>
  narrowedTo('settings:write', c.var.staff)

/** A list that the path names, once a verb has found it. */
export function requireList(list: string): ListId {
  if (isList(list)) return list
  throw new DomainError('not_found', 'There is no such list.')
}

type Props = { c: Context<Env>; list: ListId; columns: CustomColumn[] }

function ColumnsPage({ c, list, columns }: Props) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = settingsTexts(locale)
  const lists = listsOf(staff.workspace.subscriptionVariant)
  const path = settingsPath(viewer, `/columns/${list}`)
  const add = (
    <ButtonLink href={`${path}/new`} icon="plus" shortcut="n">
      {t.columns.add}
    </ButtonLink>
  )
  const addSeveral = (
    <ButtonLink kind="second" href={`${path}/several`}>
      {t.several.add}
    </ButtonLink>
  )
  return (
    <SettingsLayout
      c={c}
      title={t.overview.columns.title}
      lead={t.columns.lead}
      viewer={viewer}
      actions={
        columns.length > 0 && (
          <>
            {addSeveral}
            {add}
          </>
        )
      }
    >
      {lists.length > 1 && (
        <Tabs
          label={t.columns.lists}
          items={lists.map((one) => ({
            label: layoutTexts(locale)[one],
            href: settingsPath(viewer, `/columns/${one}`),
            isCurrent: one === list,
          }))}
        />
      )}
      <Table
        caption={t.overview.columns.title}
        rows={columns}
        rowId={({ id }) => id}
        locale={locale}
        empty={
          <Empty
            title={t.columns.none}
            lead={t.columns.noneLead}
            action={
              <>
                {add}
                {addSeveral}
              </>
            }
          />
        }
        columns={[
          {
            key: 'name',
            label: t.columns.fields.name.label,
            cell: ({ id, name }) => <a href={`${path}/${id}`}>{name}</a>,
          },
          { key: 'type', label: t.columns.fields.type.label, cell: ({ type }) => t.columns.types[type] },
          {
            key: 'values',
            label: t.columns.fields.allowed_values.label,
            cell: ({ allowed_values }) => t.columns.someValues(allowed_values ?? []),
          },
          {
            key: 'key',
            label: t.columns.fields.external_id.label,
            cell: ({ external_id }) => external_id && <code>{external_id}</code>,
            phone: 'hidden',
          },
          {
            key: 'order',
            label: t.columns.order,
            cell: (column) => <Arrows column={column} columns={columns} path={path} viewer={viewer} />,
            phone: 'aside',
          },
        ]}
      />
      <TemplateOffer viewer={viewer} kind="columns" count={columns.length} path={path} />
    </SettingsLayout>
  )
}

type ArrowsProps = { column: CustomColumn; columns: CustomColumn[]; path: string; viewer: Viewer }

const Arrows = ({ column, columns, path, viewer }: ArrowsProps) => {
  const t = settingsTexts(viewer.locale).columns
  const index = columns.indexOf(column)
  return (
    <form method="post" action={`${path}/${column.id}/move`}>
      <Row>
        <Button kind="plain" icon="up" name="direction" value="up" isDisabled={index === 0}>
          <HiddenLabel>{t.up(column.name)}</HiddenLabel>
        </Button>
        <Button
          kind="plain"
          icon="down"
          name="direction"
          value="down"
          isDisabled={index === columns.length - 1}
        >
          <HiddenLabel>{t.down(column.name)}</HiddenLabel>
        </Button>
      </Row>
    </form>
  )
}
