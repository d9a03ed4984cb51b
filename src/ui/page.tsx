import { raw } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'
import { PAPERS } from './brand'

type Props = PropsWithChildren<{
  title: string
  language?: string
  /** The colour of the browser around it, as `#rrggbb`. */
  themeColour?: string | undefined
  /** Whether search engines may find it. */
  isIndexed?: boolean | undefined
  /** The addresses of its stylesheets. */
  styles?: string[]
  /** The address of its script. */
  script?: string
  /** `office` is for pages with much data. */
  density?: 'office'
  /** Whether its keyboard shortcuts work. */
  hasShortcuts?: boolean
}>

const SCHEMES = ['light', 'dark'] as const

/** The HTML document of a page. */
export const Page = ({
  title,
  language = 'en',
  themeColour,
  isIndexed = false,
  styles = [],
  script,
  density,
  hasShortcuts = true,
  children,
}: Props) => (
  <>
    {raw('<!doctype html>')}
    <html lang={language} data-density={density} data-shortcuts={hasShortcuts ? undefined : 'off'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isIndexed && <meta name="robots" content="noindex" />}
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {SCHEMES.map((scheme) => (
          <meta
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={themeColour ?? PAPERS[scheme].paper}
          />
        ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {styles.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {script && <script type="module" src={script} />}
      </head>
      <body>{children}</body>
    </html>
  </>
)
