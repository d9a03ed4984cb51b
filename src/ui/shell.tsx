import type { PropsWithChildren } from 'hono/jsx'
import { Avatar, Logo } from './bar'
import { formatNumber } from './i18n/format'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { formTexts } from './i18n/texts'
import { Icon } from './icon'
import { Menu, MenuList } from './menu'
import { Page } from './page'

/** A page that the navigation leads to. `isUrgent` marks a count that waits for work; `shortcut` is a key such as `g m`. */
export type Destination = {
  label: string
  href: string
  count?: number
  isUrgent?: boolean
  isCurrent?: boolean
  shortcut?: string
}

type Props = PropsWithChildren<{
  title: string
  locale: Locale
  styles: string[]
  script?: string
  workspace: { name: string; href: string }
  /** The workspaces that the account may open, this one included. */
  workspaces?: { name: string; href: string; detail?: string }[]
  navigation: { title?: string; items: Destination[] }[]
  search?: { action: string; label: string; value?: string }
  account: { name: string; detail?: string; links: { label: string; href: string }[]; signOut: string }
  hasShortcuts?: boolean
  hasIssues?: boolean
}>

/** The frame of every page of the dashboard, as a whole document. Its children are the content. */
export function Shell(props: Props) {
  const { title, locale, styles, script, workspace, hasShortcuts, hasIssues, children } = props
  const t = kitTexts(locale)
  return (
    <Page
      title={`${hasIssues ? `${formTexts(locale).error}: ` : ''}${title} – ${workspace.name}`}
      language={locale.language}
      styles={styles}
      script={script}
      density="office"
      hasShortcuts={hasShortcuts}
    >
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <TopBar {...props} />
      <div class="shell">
        <SideNavigation name={workspace.name} navigation={props.navigation} locale={locale} />
        <main class="work" id="content">
          {children}
        </main>
      </div>
      <KeyList navigation={props.navigation} locale={locale} />
    </Page>
  )
}

const TopBar = ({ locale, workspace, workspaces = [], search, account }: Props) => {
  const t = kitTexts(locale)
  return (
    <header class="topbar">
      <button type="button" class="button button-second menu-button" popovertarget="navigation">
        {t.menu}
      </button>
      <div class="topbar-name">
        {workspaces.length > 1 ? (
          <Menu
            id="workspaces"
            label={t.workspaces}
            kind="plain"
            face={
              <>
                <Logo name={workspace.name} />
                <span>{workspace.name}</span>
              </>
            }
          >
            <MenuList
              items={workspaces.map(({ name, href, detail }) => ({
                label: name,
                href,
                detail,
                isCurrent: href === workspace.href,
              }))}
            />
          </Menu>
        ) : (
          <a class="topbar-home" href={workspace.href}>
            <Logo name={workspace.name} />
            <span>{workspace.name}</span>
          </a>
        )}
      </div>
      {search && <QuickSearch {...search} />}
      <Menu
        id="account"
        label={`${t.account}: ${account.name}`}
        kind="plain"
        face={<Avatar name={account.name} />}
        isAtEnd
      >
        <div class="sheet-head">
          <p>{account.name}</p>
          {account.detail && <p class="quiet small">{account.detail}</p>}
        </div>
        <MenuList
          items={[
            ...account.links,
            { label: t.keys, opens: 'keys', shortcut: '?' },
            { label: t.signOut, action: account.signOut, startsGroup: true },
          ]}
        />
      </Menu>
    </header>
  )
}

/** A field on wide screens, a link to the page of the search on phones. */
const QuickSearch = ({ action, label, value }: NonNullable<Props['search']>) => (
  <>
    <search class="topbar-search">
      <form action={action}>
        <input
          class="input"
          type="search"
          name="q"
          value={value}
          placeholder={label}
          aria-label={label}
          data-key="/"
        />
        <button type="submit" class="hidden-label" tabindex={-1}>
          {label}
        </button>
      </form>
    </search>
    <a class="button button-plain button-icon search-link" href={action} aria-label={label}>
      <Icon name="search" />
    </a>
  </>
)

type NavigationProps = { name: string; navigation: Props['navigation']; locale: Locale }

/** Beside the content on wide screens; on phones the menu button opens it over the page. */
const SideNavigation = ({ name, navigation, locale }: NavigationProps) => {
  const t = kitTexts(locale)
  return (
    <nav class="side" id="navigation" popover="auto" aria-label={t.sections}>
      <div class="side-head">
        <p>{name}</p>
        <button
          type="button"
          class="button button-second"
          popovertarget="navigation"
          popovertargetaction="hide"
        >
          {t.close}
        </button>
      </div>
      {navigation.map(({ title, items }) => (
        <div class="side-group">
          {title && <p class="side-title">{title}</p>}
          <ul>
            {items.map(({ label, href, count, isUrgent, isCurrent, shortcut }) => (
              <li>
                <a href={href} aria-current={isCurrent ? 'page' : undefined} data-key={shortcut}>
                  {label}
                  {count !== undefined && (
                    <span class={isUrgent ? 'count count-urgent' : 'count'}>
                      {formatNumber(count, locale)}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The keyboard shortcuts of the page, which `?` opens. */
const KeyList = ({ navigation, locale }: Omit<NavigationProps, 'name'>) => {
  const t = kitTexts(locale)
  const places = navigation
    .flatMap(({ items }) => items)
    .flatMap(({ label, shortcut }) => (shortcut ? [{ label, keys: shortcut.split(' ') }] : []))
  return (
    <div class="sheet keys" id="keys" popover="auto">
      <h2>{t.keys}</h2>
      <dl>
        {[...places, ...t.keyLabels].map(({ label, keys }) => (
          <div>
            <dt>
              {keys.map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
