import type { PropsWithChildren } from 'hono/jsx'
import { stylesheetPaths } from '../http/stylesheet'
import { Bar, Main } from '../ui/bar'
import { type Locale, supportedLocale } from '../ui/i18n/locale'
import { Page } from '../ui/page'
import { docsTexts } from './texts'

/** The language of the pages for developers. */
export const ENGLISH = supportedLocale(['en-GB'])

/** The breadcrumb from these to the API reference. */
export const TO_REFERENCE = { label: 'API reference', href: '/docs' }

/** The layout of the pages that belong to no workspace: the front door, unknown addresses, problems. */
export const Layout = ({ title, locale, children }: PropsWithChildren<{ title: string; locale: Locale }>) => {
  const { service } = docsTexts(locale)
  return (
    <Page title={`${title} – ${service}`} language={locale.language} styles={stylesheetPaths('/docs', null)}>
      <Bar name={service} />
      <Main>{children}</Main>
    </Page>
  )
}
