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
  const current = writeBrowseQuery(query).toString()
  const views = [
    ...(list === 'members' ? (['active', 'former', 'all'] as const) : (['active'] as const)).map(
      (status) => ({
        label: list === 'members' ? t.statuses[status] : t.statuses.all,
        query: readBrowseQuery(status === 'active' ? {} : { status }),
      }),
    ),
    ...segments.map((segment) => ({ label: segment.name, query: segmentQuery(segment) })),
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
