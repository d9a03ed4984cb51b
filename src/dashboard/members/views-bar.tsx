import type { ListId } from '../../domain/access/lists'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Segment } from '../../domain/segments/segment'
import type { Locale } from '../../ui/i18n/locale'
import { Chips } from '../../ui/tabs'
import { segmentQuery, withQuery } from './page-query'
import { membersTexts } from './texts'

/** The address of a page of the list with a query. */
export type Href = (query: BrowseQuery | URLSearchParams, path?: string) => string

type ViewsProps = { list: ListId; query: BrowseQuery; segments: Segment[]; hrefOf: Href; locale: Locale }

/** The statuses and the saved views, as links; and one that saves what is shown. */
export function Views({ list, query, segments, hrefOf, locale }: ViewsProps) {
  const t = membersTexts(locale)
  const isShown = (view: BrowseQuery) =>
    writeBrowseQuery(view).toString() === writeBrowseQuery(query).toString()
  const saved = segments.map((segment) => {
    const view = segmentQuery(segment)
    return { label: segment.name, href: hrefOf(view), isCurrent: isShown(view) }
  })
  const hasSaved = saved.some(({ isCurrent }) => isCurrent)
  // A search or a filter narrows a status, which stays chosen.
  const statuses = (list === 'members' ? (['active', 'former', 'all'] as const) : (['active'] as const)).map(
    (status) => ({
      label: list === 'members' ? t.statuses[status] : t.statuses.all,
      href: hrefOf(statusQuery(status)),
      isCurrent: !hasSaved && status === query.status,
    }),
  )
  const views = [...statuses, ...saved]
  const isSaved = hasSaved || isShown(statusQuery(query.status))
  const save = {
    label: isSaved ? t.manageViews : `+ ${t.saveView}`,
    href: hrefOf(withQuery(query, {}), '/views'),
  }
  const items = isSaved && segments.length === 0 ? views : [...views, save]
  return items.length > 1 ? <Chips label={t.views} items={items} /> : null
}

const statusQuery = (status: BrowseQuery['status']): BrowseQuery =>
  readBrowseQuery(status === 'active' ? {} : { status })
