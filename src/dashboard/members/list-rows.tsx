import { permits } from '../../domain/access/authorize'
import type { ListId } from '../../domain/access/lists'
import { type BrowsedPage, MAX_COUNTED } from '../../domain/persons/browse'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Person } from '../../domain/persons/person'
import type { Segment } from '../../domain/segments/segment'
import type { StaffCredential } from '../../domain/staff/principal'
import { BulkBar, BulkForm } from '../../ui/bulk'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Pager } from '../../ui/pager'
import { Stack } from '../../ui/stack'
import { Table } from '../../ui/table'
import type { Viewer } from '../layout'
import { fieldsByKey } from './fields'
import { withQuery } from './page-query'
import { personColumns, sortedName } from './table'
import { membersTexts } from './texts'
import type { Href } from './views-bar'

/** What the page of a list shows. */
export type PageProps = {
  viewer: Viewer
  list: ListId
  query: BrowseQuery
  page: Pick<BrowsedPage<StaffCredential, unknown>, 'persons' | 'count' | 'cursors' | 'issues' | 'context'>
  columns: string[]
  segments: Segment[]
  adding: string | undefined
  /** The number of the first row among all matches, for display. */
  from: number
  /** The address of the page, which tells what was done before. */
  url: string
}

/** Whether a condition of the query does not work. */
export const hasIssues = ({ issues }: Pick<PageProps['page'], 'issues'>): boolean =>
  Object.keys(issues).length > 0

/** The persons of a page of the list, with what can be done with those that are chosen. */
export function Persons(props: PageProps & { hrefOf: Href }) {
  const { viewer, list, query, page, columns, from, hrefOf } = props
  const { staff, locale } = viewer
  const { persons, count, cursors, context } = page
  const t = membersTexts(locale)
  if (persons.length === 0) return <NoPersons {...props} />
  const mayWrite = permits(staff, `${list}:write`)
  const pageHref = (cursor: string | null, first: number) =>
    cursor === null
      ? undefined
      : `${hrefOf(withQuery(query, {}))}${writeBrowseQuery(query).size > 0 ? '&' : '?'}${new URLSearchParams({ cursor, from: String(first) })}`
  const actions = [
    ...(mayWrite ? (['change'] as const) : []),
    ...(mayWrite && list === 'members' ? (['end'] as const) : []),
    'export' as const,
    ...(mayWrite ? (['delete'] as const) : []),
  ].map((value) => ({ label: t.actions[value], value, isDangerous: value === 'delete' }))
  return (
    <Stack>
      <BulkForm
        action={hrefOf(readBrowseQuery({}), '/bulk')}
        hidden={{ query: writeBrowseQuery(query).toString() }}
      >
        <Table
          caption={t[list].title}
          locale={locale}
          rows={persons}
          rowId={({ id }) => id}
          selection={{ name: 'id', label: sortedName }}
          columns={personColumns({
            query,
            keys: columns,
            fields: fieldsByKey(context),
            today: context.today,
            hrefOf,
            personHref: (person: Person) => hrefOf(readBrowseQuery({}), `/${person.id}`),
            locale,
          })}
        />
        <BulkBar
          actions={actions}
          {...(count > persons.length && count <= MAX_COUNTED && { total: count })}
          locale={locale}
        />
      </BulkForm>
      <Pager
        from={from}
        to={from + persons.length - 1}
        total={Math.min(count, MAX_COUNTED)}
        isCapped={count > MAX_COUNTED}
        previousHref={pageHref(cursors.prev, Math.max(1, from - query.per_page))}
        nextHref={pageHref(cursors.next, from + persons.length)}
        locale={locale}
      />
    </Stack>
  )
}

/** In place of the table: what the list is for, or that nothing was found. */
function NoPersons({ viewer, list, query, page, hrefOf }: PageProps & { hrefOf: Href }) {
  const { staff, locale } = viewer
  const t = membersTexts(locale)
  if (hasIssues(page)) return null
  const isNarrowed = query.search !== '' || query.conditions.length > 0 || query.status === 'former'
  if (!isNarrowed)
    return (
      <Empty
        title={t[list].emptyTitle}
        lead={t[list].emptyLead}
        action={
          permits(staff, `${list}:write`) && (
            <ButtonLink href={hrefOf(readBrowseQuery({}), '/new')}>{t[list].add}</ButtonLink>
          )
        }
      />
    )
  return (
    <Empty
      title={t.nothingFound}
      lead={t.nothingFoundLead}
      action={
        <ButtonLink kind="second" href={hrefOf(readBrowseQuery({ status: 'all' }))}>
          {t.showAll}
        </ButtonLink>
      }
    />
  )
}
