import { permits } from '../../domain/access/authorize'
import type { ListId } from '../../domain/access/lists'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import { nameKey } from '../../domain/persons/name-key'
import type { Person } from '../../domain/persons/person'
import { sortKeys } from '../../domain/persons/sorts'
import { type BrowsedPage, MAX_COUNTED } from '../../domain/persons/view-list'
import type { Segment } from '../../domain/segments/segment'
import type { StaffCredential } from '../../domain/staff/principal'
import type { Done } from '../../http/done'
import { BulkBar, BulkForm } from '../../ui/bulk'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Alphabet, Pager } from '../../ui/pager'
import { Stack } from '../../ui/stack'
import { Table } from '../../ui/table'
import type { Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { fieldsByKey } from './fields'
import { queryAt } from './page-query'
import { writeRowPlace } from './place'
import { personColumns, sortedName } from './table'
import { membersTexts } from './texts'
import type { Href } from './views-bar'

/** What the page of a list shows. */
export type PageProps = {
  viewer: Viewer
  list: ListId
  query: BrowseQuery
  page: Omit<BrowsedPage<StaffCredential, unknown>, 'credential' | 'rows'>
  columns: string[]
  segments: Segment[]
  adding: string | undefined
  /** Whether the column that the query sorts by is gone. */
  isUnsorted: boolean
  /** What the form before this page did, and whether that can be taken back. */
  done: Done | undefined
  /** The address of the page. */
  url: string
  isOffered: boolean
}

/** Whether a condition of the query does not work. */
export const hasIssues = ({ issues }: Pick<PageProps['page'], 'issues'>): boolean =>
  Object.keys(issues).length > 0

/** What can be done with chosen persons. */
type Act = keyof ReturnType<typeof membersTexts>['actions']

/** The persons of a page of the list, with what can be done with those that are chosen. */
export function Persons(props: PageProps & { hrefOf: Href }) {
  const { viewer, list, query, page, columns, hrefOf } = props
  const { staff, locale } = viewer
  const { persons, count, from, cursors, context } = page
  const t = membersTexts(locale)
  if (persons.length === 0) return <NoPersons {...props} />
  const mayWrite = permits(staff, `${list}:write`)
  const pageHref = (cursor: string | null, step: number) =>
    cursor === null ? undefined : hrefOf(queryAt(query, { cursor, from: from && Math.max(1, from + step) }))
  const hrefs: Partial<Record<Act, string>> = {
    claim: pathIn(staff.workspace, `/fees/claim?list=${list}`),
    mail: pathIn(staff.workspace, `/mails/new?list=${list}`),
  }
  const acts: Act[] = [
    ...(mayWrite ? (['change'] as const) : []),
    ...(mayWrite && list === 'members' ? (['end'] as const) : []),
    ...(permits(staff, 'fees:write') ? (['claim'] as const) : []),
    ...(permits(staff, 'mails:send') ? (['mail'] as const) : []),
    'print' as const,
    'export' as const,
    ...(mayWrite ? (['delete'] as const) : []),
  ]
  const actions = acts.map((value) => ({
    label: t.actions[value],
    ...(hrefs[value] ? { href: hrefs[value] } : { value }),
    isDangerous: value === 'delete',
  }))
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
            sorts: sortKeys(context),
            fields: fieldsByKey(context),
            today: context.today,
            openFees: page.openFees,
            currency: staff.workspace.currency,
            hrefOf,
            personHref: (person: Person) => {
              const place = { query: { ...query, from }, row: persons.indexOf(person) + 1 }
              return personPathIn(staff.workspace, list, person.id, '', writeRowPlace(place))
            },
            locale,
          })}
        />
        <BulkBar
          actions={actions}
          {...(count > persons.length && count <= MAX_COUNTED && { total: count })}
          locale={locale}
        />
      </BulkForm>
      <Letters {...props} />
      <Pager
        from={from}
        rows={persons.length}
        total={Math.min(count, MAX_COUNTED)}
        isCapped={count > MAX_COUNTED}
        previousHref={pageHref(cursors.prev, -query.per_page)}
        nextHref={pageHref(cursors.next, persons.length)}
        locale={locale}
      />
    </Stack>
  )
}

/** Where the list is longer than a page and in the order of names: links to the letters. */
function Letters({ query, page: { persons, count, names }, viewer, hrefOf }: PageProps & { hrefOf: Href }) {
  if (!names || count <= query.per_page) return null
  return (
    <Alphabet
      current={firstLetter(persons[0])}
      last={names.last.slice(0, 1)}
      hasOthers={names.first < 'a'}
      hrefOf={(letter) => hrefOf(queryAt(query, { letter }))}
      locale={viewer.locale}
    />
  )
}

const firstLetter = (person: Person | undefined): string =>
  nameKey(Object(person?.name).last_name ?? '').slice(0, 1)

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
