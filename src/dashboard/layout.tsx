import type { Context } from 'hono'
import type { PropsWithChildren } from 'hono/jsx'
import { permits } from '../domain/access/authorize'
import { listsOf } from '../domain/access/lists'
import type { StaffCredential } from '../domain/staff/principal'
import type { Env } from '../env'
import { enhancePath } from '../http/enhance'
import { stylesheetPaths } from '../http/stylesheet'
import { Bar, Main } from '../ui/bar'
import { type Locale, localeFor, supportedLocale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'
import type { IconName } from '../ui/icon'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'
import { Shell } from '../ui/shell'
import type { Destination, NavigationGroup } from '../ui/shell-navigation'
import { MovingNotice } from './moving-notice'
import { pathIn } from './paths'
import { SandboxNotice } from './sandbox-notice'
import { SuspendedNotice } from './suspended-notice'
import { type LayoutTexts, layoutTexts } from './texts'

type PublicProps = PropsWithChildren<{ title: string; locale: Locale; hasIssues?: boolean; script?: string }>

/** The layout of pages outside a workspace. */
export const PublicLayout = ({ title, locale, hasIssues, script, children }: PublicProps) => (
  <Page
    title={`${hasIssues ? `${formTexts(locale).error}: ` : ''}${title} – ${layoutTexts(locale).dashboard}`}
    language={locale.language}
    styles={stylesheetPaths('/dashboard', null)}
    script={script}
  >
    <Bar name={layoutTexts(locale).dashboard} />
    <Main>{children}</Main>
  </Page>
)

/** Who looks at a page of a workspace, and in which language. */
export type Viewer = {
  staff: StaffCredential
  locale: Locale
  /** Whether the deployment knows its address, without which no automatic mail is sent. */
  hasPublicUrl: boolean
}

/** The viewer of a page, once its verb has proved the session. The language is their own, else that of the browser. */
export function viewerOf(c: Context<Env>): Viewer {
  const staff = c.var.staff.current()
  const { locale } = staff.staff
  return {
    staff,
    locale: locale
      ? supportedLocale([locale === 'en' ? 'en-GB' : locale])
      : localeFor(c.req, staff.workspace),
    hasPublicUrl: Boolean(c.env.PUBLIC_URL),
  }
}

/** The entries of the navigation. */
export type Section =
  | 'home'
  | 'members'
  | 'applications'
  | 'contacts'
  | 'mails'
  | 'fees'
  | 'directDebits'
  | 'bank'
  | 'cashBook'
  | 'subordinates'
  | 'settings'
  | 'log'

type StaffProps = PropsWithChildren<{
  title: string
  viewer: Viewer
  section?: Section
  hasIssues?: boolean
  /** Whether the page itself says that the workspace moves. */
  saysMoving?: boolean
}>

/** The layout of every page of a workspace: the navigation that the viewer may use, then the content. */
export function StaffLayout({ title, viewer, section, hasIssues, saysMoving, children }: StaffProps) {
  const { staff, locale } = viewer
  const { workspace, workspaces, role } = staff
  const t = layoutTexts(locale)
  const account = {
    name: staff.staff.name,
    detail: `${t.roles[role]} · ${staff.staff.email}`,
    links: [{ label: t.account, href: pathIn(workspace, '/account') }],
    signOut: '/dashboard/sign-out',
  }
  return (
    <Shell
      title={title}
      locale={locale}
      styles={stylesheetPaths('/dashboard', workspace.portalColour)}
      script={enhancePath('/dashboard')}
      workspace={{ name: workspace.name, href: pathIn(workspace) }}
      workspaces={workspaces.map((one) => ({ name: one.name, href: pathIn(one) }))}
      navigation={navigationOf(staff, t, section)}
      search={pathIn(workspace, '/search')}
      account={account}
      hasShortcuts={staff.staff.hasShortcuts}
      hasIssues={hasIssues}
    >
      <SandboxNotice staff={staff} locale={locale} />
      <SuspendedNotice staff={staff} locale={locale} />
      {!saysMoving && <MovingNotice staff={staff} locale={locale} />}
      {section === 'cashBook' && !workspace.keepsBook && (
        <Notice tone="info" isQuiet>
          <p>{t.bookElsewhere}</p>
        </Notice>
      )}
      {children}
    </Shell>
  )
}

/** The pages that a member of staff may open from every other one. */
export function navigationOf(staff: StaffCredential, t: LayoutTexts, current?: Section): NavigationGroup[] {
  const { workspace, applications, openLines } = staff
  const lists = listsOf(workspace.subscriptionVariant)
  const mayRead = (list: 'members' | 'contacts') => lists.includes(list) && permits(staff, `${list}:read`)
  const to = (section: Section, page: string, shortcut: string, isOffered = true): Destination[] =>
    isOffered
      ? [
          {
            label: t[section],
            href: pathIn(workspace, page),
            isCurrent: section === current,
            shortcut,
            icon: ICONS[section],
          },
        ]
      : []
  const persons = [
    ...to('home', '', 'g h'),
    ...to('members', '/members', 'g m', mayRead('members')),
    ...to('applications', '/applications', 'g a', mayRead('members')).map(
      waiting(permits(staff, 'members:write') ? applications : 0),
    ),
    ...to('contacts', '/contacts', 'g c', mayRead('contacts')),
    ...to('mails', '/mails', 'g e', permits(staff, 'mails:read')),
  ]
  const mayReadBook = permits(staff, 'bookkeeping:read')
  const money = [
    ...to('fees', '/fees', 'g f', permits(staff, 'fees:read')),
    ...to('directDebits', '/direct-debits', 'g d', mayReadBook),
    ...to('bank', '/bank', 'g b', mayReadBook).map(waiting(permits(staff, 'bank:write') ? openLines : 0)),
    ...to('cashBook', '/cash-book', 'g k', mayReadBook),
  ]
  const isUmbrella = staff.hasSubordinates && permits(staff, 'settings:write')
  const association = [
    ...to('subordinates', '/associations', 'g u', isUmbrella),
    ...to('log', '/log', 'g l', permits(staff, 'audit:read')),
    ...to('settings', '/settings', 'g s', mayReadBook),
  ]
  return [
    { items: persons },
    { title: t.money, items: money },
    { title: t.association, items: association },
  ].filter(({ items }) => items.length > 0)
}

const ICONS: Record<Section, IconName> = {
  home: 'home',
  members: 'people',
  applications: 'inbox',
  contacts: 'address',
  mails: 'mail',
  fees: 'coins',
  directDebits: 'repeat',
  bank: 'bank',
  cashBook: 'book',
  subordinates: 'tree',
  log: 'clock',
  settings: 'sliders',
}

/** Shows on an entry how much waits for the viewer. */
const waiting =
  (count: number) =>
  (entry: Destination): Destination =>
    count > 0 ? { ...entry, count, isUrgent: true } : entry
