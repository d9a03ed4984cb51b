import type { PropsWithChildren } from 'hono/jsx'
import { stylesheetPaths } from '../http/stylesheet'
import { Bar, Main } from '../ui/bar'
import { Button } from '../ui/button'
import type { Locale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'
import { Message } from '../ui/message'
import { Page } from '../ui/page'
import { layoutTexts } from './texts/layout'

type Props = PropsWithChildren<{
  title: string
  locale: Locale
  workspace?: { name: string; portalColour: string | null }
  isSignedIn?: boolean
  hasIssues?: boolean
}>

/** The layout of every page of the portal: a bar with the workspace's name and the sign-out button, then the content. */
export function Layout({ title, locale, workspace, isSignedIn, hasIssues, children }: Props) {
  const t = layoutTexts(locale)
  const name = workspace?.name ?? t.portal
  const signOut = (
    <form method="post" action="/portal/sign-out">
      <Button kind="second">{t.signOut}</Button>
    </form>
  )
  return (
    <Page
      title={`${hasIssues ? `${formTexts(locale).error}: ` : ''}${title} – ${name}`}
      language={locale.language}
      styles={stylesheetPaths('/portal', workspace?.portalColour)}
    >
      <Bar name={name} action={isSignedIn && signOut} />
      <Main>{children}</Main>
    </Page>
  )
}

/** A page that shows one message: a title, a lead paragraph, and optional content below. */
export const MessagePage = ({ title, lead, children, ...layout }: Props & { lead: string }) => (
  <Layout title={title} {...layout}>
    <Message title={title} lead={lead}>
      {children}
    </Message>
  </Layout>
)
