import type { Locale } from '../../ui/i18n/locale'

/** What a mail says: paragraphs, perhaps a code or a link, and hints in small print. */
type Mail = {
  title: string
  lines: string[]
  code?: string
  link?: { url: string; label: string }
  hints: string[]
}

/** The body of a mail as text and as HTML. */
export function mailBody(locale: Locale, mail: Mail): { text: string; html: string } {
  const { lines, code, link, hints } = mail
  const parts = [...lines, code ?? link?.url, ...hints]
  const text = parts.filter((part) => part !== undefined).join('\n\n')
  return { text, html: `<!doctype html>${<HtmlBody locale={locale} {...mail} />}` }
}

// Mail programs ignore stylesheets, so every element has a style attribute.
const HtmlBody = ({ locale, title, lines, code, link, hints }: Mail & { locale: Locale }) => (
  <html lang={locale.language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
    </head>
    <body style="margin:0;padding:24px 16px;background:#f6f5f2;color:#1d1f21;font:16px/1.5 system-ui,sans-serif">
      <div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
        {lines.map((line) => (
          <p style="margin:0 0 16px">{line}</p>
        ))}
        {code && <p style="margin:0 0 16px;font-size:28px;font-weight:bold;letter-spacing:2px">{code}</p>}
        {link && (
          <p style="margin:0 0 16px">
            <a
              href={link.url}
              style="display:inline-block;padding:12px 20px;background:#23474b;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:bold"
            >
              {link.label}
            </a>
          </p>
        )}
        {hints.map((hint) => (
          <p style="margin:0 0 16px;color:#5a5f66">{hint}</p>
        ))}
      </div>
    </body>
  </html>
)
