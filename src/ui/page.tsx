import type { PropsWithChildren } from 'hono/jsx'

/** A whole HTML page around its content. */
export const Page = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
    </head>
    <body>
      <main>{children}</main>
    </body>
  </html>
)
