import type { PropsWithChildren } from 'hono/jsx'
import type { StaffCredential } from '../domain/staff/principal'
import { stylesheetPaths } from '../http/stylesheet'
import { SubmitButton } from '../ui/button'
import { type Locale, supportedLocale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'
import { Page } from '../ui/page'
import { pathIn } from './paths'
import { layoutTexts } from './texts'

/** The locale of a member of staff: their own, else that of the browser. */
export const staffLocale = ({ staff }: StaffCredential, browser: Locale): Locale =>
  staff.locale ? supportedLocale([staff.locale]) : browser

type PublicProps = PropsWithChildren<{ title: string; locale: Locale; hasIssues?: boolean }>

/** The layout of pages outside a workspace: the name of the dashboard, then one narrow column. */
export const PublicLayout = ({ title, locale, hasIssues, children }: PublicProps) => (
  <Page
    title={`${hasIssues ? `${formTexts(locale).error}: ` : ''}${title} – ${layoutTexts(locale).dashboard}`}
    language={locale.language}
    styles={stylesheetPaths('/dashboard', null)}
  >
    <header class="bar">
      <div class="bar-inner">
        <p class="bar-name">{layoutTexts(locale).dashboard}</p>
      </div>
    </header>
    <main>
      <div class="narrow">{children}</div>
    </main>
  </Page>
)

type Section = 'home' | 'members' | 'applications' | 'contacts' | 'settings' | 'log'

type StaffProps = PublicProps & { staff: StaffCredential; section?: Section }

/** The layout of every page of a workspace: its navigation, then the content. */
export const StaffLayout = ({ title, locale, hasIssues, staff, section, children }: StaffProps) => {
  const { workspace } = staff
  const t = layoutTexts(locale)
  return (
    <Page
      title={`${hasIssues ? `${formTexts(locale).error}: ` : ''}${title} – ${workspace.name}`}
      language={locale.language}
      styles={stylesheetPaths('/dashboard', workspace.portalColour)}
    >
      <header class="bar">
        <div class="bar-inner">
          <p class="bar-name">{workspace.name}</p>
          <form method="post" action="/dashboard/sign-out">
            <SubmitButton label={t.signOut} look="small" />
          </form>
        </div>
      </header>
      <main>
        <nav class="tabs" aria-label={t.sections}>
          <a href={pathIn(workspace)} aria-current={section === 'home' ? 'page' : undefined}>
            {t.home}
          </a>
        </nav>
        {children}
      </main>
    </Page>
  )
}
