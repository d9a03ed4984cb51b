import type { Child, PropsWithChildren } from 'hono/jsx'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

type Props = { title: string; lead?: Child; badge?: Child; breadcrumb?: Child; actions?: Child }

/** The top of a page: where it is, its title with an optional badge, a sentence, and its buttons. */
export const PageHead = ({ title, lead, badge, breadcrumb, actions }: Props) => (
  <div class="head">
    <div class="head-text">
      {breadcrumb}
      <div class="head-title">
        <h1>{title}</h1>
        {badge}
      </div>
      {lead && <p class="lead">{lead}</p>}
    </div>
    {actions && <div class="row">{actions}</div>}
  </div>
)

type Crumb = { label: string; href: string }

/** The pages above this one. */
export const Breadcrumb = ({ items, locale }: { items: Crumb[]; locale: Locale }) => (
  <nav class="breadcrumb" aria-label={kitTexts(locale).breadcrumb}>
    <ol>
      {items.map(({ label, href }) => (
        <li>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ol>
  </nav>
)

/** The way back to the one page above this one. */
export const BackLink = ({ href, children }: PropsWithChildren<{ href: string }>) => (
  <p class="breadcrumb">
    <a href={href}>{children}</a>
  </p>
)
