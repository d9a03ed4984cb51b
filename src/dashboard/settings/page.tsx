import type { Context } from 'hono'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Env } from '../../env'
import { done, takeDone } from '../../http/done'
import { DoneNotice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Lead } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { settingsTexts } from './texts'

/** The address of a page of the settings. */
export const settingsPath = ({ staff }: Pick<Viewer, 'staff'>, page = ''): string =>
  pathIn(staff.workspace, `/settings${page}`)

/** What a form of the settings did, as the next page says. */
type Word = keyof ReturnType<typeof settingsTexts>['done']

/** Answers a form that was taken: leads to the row `id` of a page of the settings, which says what was done. */
export const doneIn = (c: Context<Env>, word: Word, page: string, id?: string) =>
  done(c, word, { to: settingsPath({ staff: c.var.staff.current() }, id ? `${page}#${id}` : page) })

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
      <DoneNotice done={takeDone(c)} texts={settingsTexts(locale).done} />
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
