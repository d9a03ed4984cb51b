import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { PAYER } from '../../domain/person-fields/fields'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import { mayEdit } from '../../domain/persons/edit'
import { isOffered, selectOffer } from '../../domain/persons/undo-offer'
import { MAX_COUNTED, viewPersons } from '../../domain/persons/view-list'
import { segmentFromRow, selectSegments } from '../../domain/segments/segment'
import {
  hasTableColumnSql,
  OPEN_FEES,
  selectTableColumns,
  tableColumns,
} from '../../domain/segments/table-columns'
import type { Env } from '../../env'
import { takeDone } from '../../http/done'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { SearchForm } from '../../ui/filter'
import { formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { familyTexts } from '../families/texts'
import { StaffLayout, viewerOf } from '../layout'
import { ListNotice } from './done'
import { ExportButton } from './export'
import { fieldsByKey } from './fields'
import { ActiveFilters, conditionText, FilterForm } from './filter'
import { hasIssues, type PageProps, Persons } from './list-rows'
import { hiddenQuery, listOf, listPath, queryOfForm, withQuery } from './page-query'
import { membersTexts } from './texts'
import { type Href, Views } from './views-bar'

/** The table of a list. */
export const personList = new Hono<Env>().get('/:workspace/:list{(?:members|contacts)}', async (c) => {
  const query = queryOfForm(c.req.query())
  if (query) return c.redirect(`${c.req.path}?${withAdded(c, query)}`, 303)
  return answerList(c)
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
  const done = takeDone(c)
  const page = await viewPersons(staff, {
    list,
    query,
    extra: {
      segments: selectSegments(staff, list),
      chosen: selectTableColumns(staff, list),
      offer: selectOffer(staff, done?.batch),
    },
    wantsOpenFees: hasTableColumnSql(staff, list, OPEN_FEES, query.columns),
  })
  const columns = tableColumns(page.context, {
    given: query.columns,
    chosen: page.rows.chosen,
    permissions: page.credential.permissions,
  })
  const props: PageProps = {
    viewer: viewerOf(c),
    list,
    query: { ...query, sort: page.sort },
    page,
    columns,
    segments: page.rows.segments.map(segmentFromRow),
    adding: c.req.query('add'),
    isUnsorted: page.sort !== query.sort,
    done,
    url: c.req.url,
    isOffered: isOffered(page.rows.offer, page.context.columns),
  }
  return c.html(<ListPage {...props} />, hasIssues(page) ? 422 : 200)
}

function ListPage(props: PageProps) {
  const { viewer, list, query, page, segments, adding, isUnsorted, done, url, isOffered } = props
  const { staff, locale } = viewer
  const t = membersTexts(locale)
  const hrefOf: Href = (next, path = '') => listPath(staff.workspace, list, path, next)
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
                {t.import}
              </ButtonLink>
              <ButtonLink href={hrefOf(readBrowseQuery({}), '/new')} icon="plus" shortcut="n">
                {t[list].add}
              </ButtonLink>
            </>
          )
        }
      />
      <ListNotice {...{ done, url, list, viewer, isOffered }} />
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
            {permits(staff, `${list}:write`) && (
              <ButtonLink kind="second" href={hrefOf(readBrowseQuery({}), '/doubles')} noPrefetch>
                {t.doubles}
              </ButtonLink>
            )}
            {list === 'members' && mayEdit(staff, list, PAYER) && (
              <ButtonLink kind="second" href={hrefOf(readBrowseQuery({}), '/families')} noPrefetch>
                {familyTexts(locale).find}
              </ButtonLink>
            )}
            <ExportButton {...{ viewer, list }} query={withQuery(query, {})} label={t.export} />
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
      {isUnsorted && (
        <Notice tone="info">
          <p>{t.unsorted}</p>
        </Notice>
      )}
      <Persons {...props} hrefOf={hrefOf} />
    </StaffLayout>
  )
}

const countText = (count: number, locale: Locale): string =>
  count > MAX_COUNTED
    ? kitTexts(locale).moreThan(formatNumber(MAX_COUNTED, locale))
    : formatNumber(count, locale)
