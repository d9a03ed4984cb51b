import type { Context } from 'hono'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Env } from '../../env'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Lead } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { settingsTexts } from './texts'

/** The address of a page of the settings. */
export const settingsPath = ({ staff }: Viewer, page = ''): string =>
  pathIn(staff.workspace, `/settings${page}`)

/** What a page says was done by the form before it. */
export type Done = keyof ReturnType<typeof settingsTexts>['done']

/** Answers a form that was taken: leads to the row `id` of a page of the settings, which says what was done. */
export function seeOther(c: Context<Env>, page: string, { id, done }: { id?: string; done?: Done } = {}) {
  const query = done ? `?done=${done}` : ''
  const fragment = id ? `#${id}` : ''
  return c.redirect(pathIn(c.var.staff.current().workspace, `/settings${page}${query}${fragment}`), 303)
}

/** What the form before a page did, as {@link seeOther} told; undefined for none. */
export function DoneNotice({ c, locale }: { c: Context<Env>; locale: Locale }) {
  const texts: Record<string, string> = settingsTexts(locale).done
  const done = c.req.query('done') ?? ''
  return Object.hasOwn(texts, done) ? <Notice tone="good">{texts[done]}</Notice> : null
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
  c: Context<Env>
}>

/** The layout of the pages below the overview of the settings. */
export function SettingsLayout({ title, viewer, above = [], c, children, ...props }: Props) {
  const { locale } = viewer
  const trail = [{ label: layoutTexts(locale).settings, page: '' }, ...above]
  const items = trail.map(({ label, page }) => ({ label, href: settingsPath(viewer, page) }))
  const { lead, badge, actions, hasIssues } = props
  return (
    <StaffLayout title={title} viewer={viewer} section="settings" hasIssues={hasIssues}>
      <DoneNotice c={c} locale={locale} />
      <PageHead
        title={title}
        badge={badge}
        actions={actions}
        breadcrumb={<Breadcrumb items={items} locale={locale} />}
      />
      {lead && <Lead>{lead}</Lead>}
      {children}
    </StaffLayout>
  )
}
