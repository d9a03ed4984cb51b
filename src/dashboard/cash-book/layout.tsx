import type { Child, PropsWithChildren } from 'hono/jsx'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Lead } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { bookPath } from './paths'
import { bookTexts } from './texts'

type Props = PropsWithChildren<{
  title: string
  viewer: Viewer
  lead?: Child
  badge?: Child
  actions?: Child
  /** The year that the journal above the page shows. */
  year?: number
  hasIssues?: boolean
  notice?: Child
}>

/** The layout of the pages below the journal. */
export const BookLayout = ({
  title,
  viewer,
  lead,
  badge,
  actions,
  year,
  hasIssues,
  notice,
  children,
}: Props) => (
  <StaffLayout title={title} viewer={viewer} section="cashBook" hasIssues={hasIssues}>
    {notice}
    <PageHead
      title={title}
      badge={badge}
      actions={actions}
      breadcrumb={
        <Breadcrumb
          items={[{ label: bookTexts(viewer.locale).title, href: bookPath(viewer, '', { year }) }]}
          locale={viewer.locale}
        />
      }
    />
    {lead && <Lead>{lead}</Lead>}
    {children}
  </StaffLayout>
)
