import { raw } from 'hono/html'
import type { PropsWithChildren } from 'hono/jsx'

type Props = PropsWithChildren<{ title: string; language?: string; styles?: string[]; schemes?: string }>

/** The HTML document of a page. `styles` are the URLs of its stylesheets, `schemes` its value of `color-scheme`. */
export const Page = ({ title, language = 'en', styles = [], schemes = 'light dark', children }: Props) => (
  <>
    {raw('<!doctype html>')}
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content={schemes} />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {styles.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  </>
)
