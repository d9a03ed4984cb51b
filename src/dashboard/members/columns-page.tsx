import { permits } from '../../domain/access/authorize'
import { groupOfField } from '../../domain/person-fields/list-fields'
import { type BrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { FilterField } from '../../domain/persons/filter-fields'
import type { ListViews } from '../../domain/segments/list'
import type { Segment } from '../../domain/segments/segment'
import { OPEN_FEES } from '../../domain/segments/table-columns'
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
import { StaffLayout, type Viewer } from '../layout'
import { WayBack } from '../way-back'
import { fieldLabel, fieldsByKey } from './fields'
import { listPath } from './page-query'
import { membersTexts } from './texts'

/** In place of the id of a view: the viewer chooses the columns of their own table. */
export const FOR_ME = 'me'

type Props = { viewer: Viewer; views: ListViews; query: BrowseQuery; target: string | undefined }

/** The columns to choose from, and the order of the chosen ones: of the viewer, or of the saved view that has this query. */
export function ColumnsPage({ viewer, views, query, target }: Props) {
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
      <PageHead
        title={p.title}
        lead={isForView ? p.viewLead : p.lead}
        breadcrumb={<WayBack viewer={viewer} section={list} />}
      />
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

/** The saved view that has a query, if the viewer may change it. */
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
