import type { PropsWithChildren } from 'hono/jsx'
import { Submit } from '../ui/form'
import type { Tongue } from '../ui/i18n/texts'
import { Page } from '../ui/page'
import { STYLESHEET_VERSION } from '../ui/stylesheet'

type Props = PropsWithChildren<{
  title: string
  tongue: Tongue
  workspace?: { name: string; portalColour: string | null }
  isSignedIn?: boolean
}>

/** Every page of the portal: the workspace's name and colour above the content, and the way out. */
export const Layout = ({ title, tongue: { language, t }, workspace, isSignedIn, children }: Props) => (
  <Page
    title={`${title} – ${workspace?.name ?? t.portal}`}
    language={language}
    styles={stylesFor(workspace?.portalColour)}
  >
    <header class="bar">
      <div class="bar-inner">
        <p class="bar-name">{workspace?.name ?? t.portal}</p>
        {isSignedIn && (
          <form method="post" action="/portal/sign-out">
            <Submit label={t.signOut} quiet="small" />
          </form>
        )}
      </div>
    </header>
    <main>{children}</main>
  </Page>
)

/** A page that only says something. */
export const Message = ({ title, lead, children, ...frame }: Props & { lead: string }) => (
  <Layout title={title} {...frame}>
    <div class="narrow">
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      {children}
    </div>
  </Layout>
)

const stylesFor = (colour: string | null | undefined): string[] => [
  `/portal/style/${STYLESHEET_VERSION}.css`,
  ...(colour ? [`/portal/style/colour-${colour.slice(1)}.css`] : []),
]
