import type { PropsWithChildren } from 'hono/jsx'
import { Avatar, Logo } from './bar'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { formTexts } from './i18n/texts'
import { Menu, MenuList } from './menu'
import { Page } from './page'
import { Palette, SearchButton } from './palette'
import { KeyList, type NavigationGroup, SideNavigation } from './shell-navigation'

type Props = PropsWithChildren<{
  title: string
  locale: Locale
  styles: string[]
  script?: string
  workspace: { name: string; href: string }
  /** The workspaces that the account may open, this one included. */
  workspaces?: { name: string; href: string; detail?: string }[]
  navigation: NavigationGroup[]
  /** The address of the search of all pages. */
  search?: string
  account: { name: string; detail?: string; links: { label: string; href: string }[]; signOut: string }
  hasShortcuts?: boolean
  hasIssues?: boolean
}>

/** The frame of every page of the dashboard, as a whole document. Its children are the content. */
export function Shell(props: Props) {
  const { title, locale, styles, script, workspace, search, hasShortcuts, hasIssues, children } = props
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
        <SideNavigation name={workspace.name} navigation={props.navigation} search={search} locale={locale} />
        <main class="work" id="content">
          {children}
        </main>
      </div>
      {search && <Palette action={search} locale={locale} />}
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
      {search && <SearchButton locale={locale} />}
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
