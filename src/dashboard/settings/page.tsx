import type { Context } from 'hono'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Env } from '../../env'
import { Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { StaffLayout, type Viewer } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { settingsTexts } from './texts'

/** The address of a page of the settings. */
export const settingsPath = ({ staff }: Viewer, page = ''): string =>
  pathIn(staff.workspace, `/settings${page}`)

/** Answers a form that was taken: leads to a page of the settings, which says so. `page` can have a fragment. */
export function seeOther(c: Context<Env>, page: string): Response {
  const [path, fragment] = page.split('#')
  const to = pathIn(c.var.staff.current().workspace, `/settings${path}?saved=1`)
  return c.redirect(fragment ? `${to}#${fragment}` : to, 303)
}

type Props = PropsWithChildren<{
  title: string
  viewer: Viewer
  lead?: Child
  badge?: Child
  actions?: Child
  /** The pages between the settings and this one. */
  above?: { label: string; page: string }[]
  hasIssues?: boolean
  isSaved?: boolean
}>

/** The layout of the pages below the overview of the settings. */
export function SettingsLayout({ title, viewer, above = [], isSaved, children, ...props }: Props) {
  const { locale } = viewer
  const trail = [{ label: layoutTexts(locale).settings, page: '' }, ...above]
  const items = trail.map(({ label, page }) => ({ label, href: settingsPath(viewer, page) }))
  const { lead, badge, actions, hasIssues } = props
  return (
    <StaffLayout title={title} viewer={viewer} section="settings" hasIssues={hasIssues}>
      {isSaved && <Notice tone="good">{settingsTexts(locale).saved}</Notice>}
      <PageHead
        title={title}
        lead={lead}
        badge={badge}
        actions={actions}
        breadcrumb={<Breadcrumb items={items} locale={locale} />}
      />
      {children}
    </StaffLayout>
  )
}
