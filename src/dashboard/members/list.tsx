import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { ListId } from '../../domain/access/lists'
import { type BrowsedPage, browsePersons, MAX_COUNTED } from '../../domain/persons/browse'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import { exportSelection } from '../../domain/persons/csv/export-selection'
import type { Person } from '../../domain/persons/person'
import { type Segment, segmentFromRow, selectSegments } from '../../domain/segments/segment'
import { selectTableColumns, tableColumns } from '../../domain/segments/table-columns'
import type { StaffCredential } from '../../domain/staff/principal'
import type { Env } from '../../env'
import { csvFile } from '../../http/response'
import { Badge } from '../../ui/badge'
import { BulkBar, BulkForm } from '../../ui/bulk'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { SearchForm } from '../../ui/filter'
import { formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Pager } from '../../ui/pager'
import { Stack } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Chips } from '../../ui/tabs'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { DoneNotice } from './done'
import { fieldsByKey } from './fields'
import { ActiveFilters, conditionText, FilterForm } from './filter'
import { hiddenQuery, listOf, listPath, queryOfForm, withQuery } from './page-query'
import { personColumns, sortedName } from './table'
import { membersTexts } from './texts'

/** The table of a list, and its export. */
export const personList = new Hono<Env>()
  .get('/:workspace/:list{(?:members|contacts)}', async (c) => {
    const query = queryOfForm(c.req.query())
    if (query) return c.redirect(`${c.req.path}?${withAdded(c, query)}`, 303)
    return answerList(c)
  })
  .get('/:workspace/:list{(?:members|contacts)}/export', async (c) => {
    const list = listOf(c)
    const query = readBrowseQuery(c.req.query())
    return csvFile(c, await exportSelection(c.var.staff, { list, selection: { query } }), list)
  })

/** The query of the address that a filter form leads to: with its conditions, and the field of one to add. */
function withAdded(c: Context<Env>, query: BrowseQuery): URLSearchParams {
  const address = writeBrowseQuery(query)
  const added = c.req.query('add')
  if (added) address.set('add', added)
  return address
}

async function answerList(c: Context<Env>) {
  const list = listOf(c)
  const { staff } = c.var
  const query = readBrowseQuery(c.req.query())
  const page = await browsePersons(staff, {
    list,
    query,
    beside: { segments: selectSegments(staff, list), chosen: selectTableColumns(staff, list) },
  })
  const columns = tableColumns(page.context, { given: query.columns, chosen: page.rows.chosen })
  const props: PageProps = {
    viewer: viewerOf(c),
    list,
    query,
    page,
    columns,
    segments: page.rows.segments.map(segmentFromRow),
    adding: c.req.query('add'),
    from: Math.max(1, Number.parseInt(c.req.query('from') ?? '1', 10) || 1),
    url: c.req.url,
  }
  return c.html(<ListPage {...props} />, Object.keys(page.issues).length > 0 ? 422 : 200)
}

type PageProps = {
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

function ListPage(props: PageProps) {
  const { viewer, list, query, page, segments, adding, url } = props
  const { staff, locale } = viewer
  const t = membersTexts(locale)
  const hrefOf = (next: BrowseQuery, path = '') => listPath(staff.workspace, list, path, next)
  const fields = fieldsByKey(page.context)
  const action = hrefOf(readBrowseQuery({}))
  return (
    <StaffLayout title={t[list].title} viewer={viewer} section={list} hasIssues={hasIssues(page)}>
      <PageHead
        title={t[list].title}
        badge={page.count > 0 && <Badge>{countText(page.count, locale)}</Badge>}
        actions={
          permits(staff, `${list}:write`) && (
            <>
              <ButtonLink kind="second" href={hrefOf(readBrowseQuery({}), '/import')}>
                {t.import.button}
              </ButtonLink>
              <ButtonLink href={hrefOf(readBrowseQuery({}), '/new')} icon="plus" shortcut="n">
                {t[list].add}
              </ButtonLink>
            </>
          )
        }
      />
      <DoneNotice url={url} list={list} viewer={viewer} />
      <Views list={list} query={query} segments={segments} hrefOf={hrefOf} locale={locale} />
      <SearchForm
        action={action}
        label={t[list].search}
        value={query.search}
        hidden={hiddenQuery(withQuery(query, {}), 'search')}
        locale={locale}
        actions={
          <>
            <FilterForm {...{ query, fields, adding, hrefOf, action, locale }} />
            <ButtonLink kind="second" href={hrefOf(withQuery(query, {}), '/columns')}>
              {t.columns}
            </ButtonLink>
            <ButtonLink
              kind="second"
              icon="download"
              href={hrefOf(withQuery(query, {}), '/export')}
              isDownload
            >
              {t.export}
            </ButtonLink>
          </>
        }
      />
      <ActiveFilters {...{ query, fields, hrefOf, locale }} />
      {hasIssues(page) && (
        <Notice tone="bad" title={t.invalidFilter}>
          <ul>
            {query.conditions.map((condition) => (
              <li>{conditionText(condition, fields.get(condition.field), locale)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Persons {...props} hrefOf={hrefOf} />
    </StaffLayout>
  )
}

const hasIssues = ({ issues }: Pick<PageProps['page'], 'issues'>): boolean => Object.keys(issues).length > 0

type ViewsProps = Pick<PageProps, 'list' | 'query' | 'segments'> & { hrefOf: Href; locale: Locale }
type Href = (query: BrowseQuery, path?: string) => string

/** The statuses and the saved views, as links; and one that saves what is shown. */
function Views({ list, query, segments, hrefOf, locale }: ViewsProps) {
  const t = membersTexts(locale)
  const current = writeBrowseQuery(query).toString()
  const views = [
    ...(list === 'members' ? (['active', 'former', 'all'] as const) : (['active'] as const)).map(
      (status) => ({
        label: list === 'members' ? t.statuses[status] : t.statuses.all,
        query: readBrowseQuery(status === 'active' ? {} : { status }),
      }),
    ),
    ...segments.map(({ name, query: text }) => ({
      label: name,
      query: readBrowseQuery(Object.fromEntries(new URLSearchParams(text))),
    })),
  ].map((view) => ({
    label: view.label,
    href: hrefOf(view.query),
    isCurrent: writeBrowseQuery(view.query).toString() === current,
  }))
  const isSaved = views.some(({ isCurrent }) => isCurrent)
  const save = {
    label: isSaved ? t.manageViews : `+ ${t.saveView}`,
    href: hrefOf(withQuery(query, {}), '/views'),
  }
  return <Chips label={t.views} items={isSaved && segments.length === 0 ? views : [...views, save]} />
}

function Persons(props: PageProps & { hrefOf: Href }) {
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

const countText = (count: number, locale: Locale): string =>
  count > MAX_COUNTED
    ? kitTexts(locale).moreThan(formatNumber(MAX_COUNTED, locale))
    : formatNumber(count, locale)
