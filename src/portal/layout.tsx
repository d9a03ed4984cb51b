import type { PropsWithChildren } from 'hono/jsx'
import { parseFixedFields } from '../domain/persons/person'
import type { Identity } from '../domain/portal/identity'
import type { PortalSession } from '../domain/portal/sessions'
import { logoPath } from '../http/portal-paths'
import { stylesheetPaths } from '../http/stylesheet'
import { lookOf } from '../mail/look'
import { Bar, Main } from '../ui/bar'
import { SERVICE_COLOUR } from '../ui/brand'
import { Button } from '../ui/button'
import { Foot } from '../ui/foot'
import type { Locale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'
import { footOf } from '../ui/mail/look'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'
import { displayName } from '../ui/person-fields/display-name'
import { Centred } from '../ui/stack'
import { Lead } from '../ui/text'
import { layoutTexts } from './texts/layout'

type Props = PropsWithChildren<{
  title: string
  locale: Locale
  /** Whose portal it is, where no session tells. */
  workspace?: Identity | undefined
  /** The session of who is signed in. */
  session?: PortalSession | undefined
  hasIssues?: boolean
  /** Whether the page carries what was typed: the other language opens in a new tab then, so that nothing is lost. */
  keepsInput?: boolean | undefined
  /** The address of the form, if the page may answer a POST to another address, which a link cannot open. */
  formPath?: string | undefined
  /** Whether search engines may find the page. */
  isIndexed?: boolean | undefined
  /** Whether the page itself says that the workspace moves. */
  saysMoving?: boolean
}>

/**
 * The layout of every page of the portal: a bar with the workspace's name and the sign-out button, the content, and a foot
 * that says whom to ask.
 */
export function Layout({
  title,
  locale,
  session,
  workspace = session?.workspace,
  hasIssues,
  keepsInput,
  formPath,
  isIndexed,
  saysMoving = false,
  children,
}: Props) {
  const t = layoutTexts(locale)
  const name = workspace?.name ?? t.portal
  // Tabs and the history of a browser tell the pages of a family apart.
  const person = session && displayName(parseFixedFields(session.person))
  const signOut = (
    <form method="post" action="/portal/sign-out">
      <Button kind="second">{t.signOut}</Button>
    </form>
  )
  return (
    <Page
      title={`${hasIssues ? `${formTexts(locale).error}: ` : ''}${title}${person ? ` – ${person}` : ''} – ${name}`}
      language={locale.language}
      themeColour={workspace?.portalColour ?? SERVICE_COLOUR}
      isIndexed={isIndexed}
      styles={stylesheetPaths('/portal', workspace?.portalColour)}
    >
      <Bar name={name} logo={workspace && logoPath(workspace)} action={session && signOut} />
      <Main>
        {workspace?.isSandbox ? (
          <Notice tone="warn" title={t.sandbox.title} isQuiet>
            <p>{t.sandbox.lead}</p>
          </Notice>
        ) : null}
        {workspace && workspace.movingTo !== null && !saysMoving && (
          <Notice tone="warn" title={t.moving.title} isQuiet>
            <p>{t.moving.lead}</p>
          </Notice>
        )}
        {session?.staffName && <OnBehalf session={session} locale={locale} />}
        {children}
      </Main>
      <PageFoot {...{ workspace, locale, formPath }} keepsInput={keepsInput || hasIssues} />
    </Page>
  )
}

/** That a member of staff acts for the member, on every page of such a session. */
function OnBehalf({ session: { person, staffName }, locale }: { session: PortalSession; locale: Locale }) {
  const t = layoutTexts(locale).onBehalf
  return (
    <Notice tone="warn" title={t.title(displayName(parseFixedFields(person)))} isQuiet>
      <p>{t.lead(String(staffName))}</p>
    </Notice>
  )
}

type FootProps = Pick<Props, 'workspace' | 'locale' | 'keepsInput' | 'formPath'>

function PageFoot({ workspace, locale, keepsInput = false, formPath = '' }: FootProps) {
  const t = layoutTexts(locale)
  const language = locale.language === 'de' ? 'en' : 'de'
  const { contacts, links } = workspace ? footOf(lookOf(workspace, ''), locale) : { contacts: [], links: [] }
  const other = {
    language,
    href: `${formPath}?lang=${language}`,
    label: keepsInput ? t.otherLanguageInNewTab : t.otherLanguage,
    isNewTab: keepsInput,
  } as const
  return <Foot lead={t.questions} name={workspace?.name ?? ''} {...{ contacts, links, other }} />
}

/** A page that shows one message: a title, a lead paragraph, and optional content below. */
export const MessagePage = ({ title, lead, children, ...layout }: Props & { lead: string }) => (
  <Layout title={title} {...layout}>
    <Centred>
      <h1>{title}</h1>
      <Lead>{lead}</Lead>
      {children}
    </Centred>
  </Layout>
)
