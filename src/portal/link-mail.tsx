import { formatInstant } from '../ui/i18n/format'
import { type Locale, supportedLocale } from '../ui/i18n/locale'
import type { PortalTexts } from './texts/de'
import { portalTexts } from './texts/texts'

type Workspace = { name: string; locale: string; timezone: string }

/** The mail with a login link, in the language of the workspace: its subject, and its body as text and as HTML. */
export function linkMail(workspace: Workspace, url: string, expiresAt: string) {
  const locale = supportedLocale([workspace.locale])
  const { mail: t } = portalTexts(locale)
  const until = `${t.until} ${formatInstant(expiresAt, workspace.timezone, locale)}.`
  return {
    subject: `${t.subject} – ${workspace.name}`,
    text: [t.greeting, `${t.lead}\n\n${url}`, `${until} ${t.personal}`, t.unasked, workspace.name].join(
      '\n\n',
    ),
    html: `<!doctype html>${<HtmlBody {...{ workspace, url, until, t, locale }} />}`,
  }
}

type Props = { workspace: Workspace; url: string; until: string; t: PortalTexts['mail']; locale: Locale }

// Mail programs ignore stylesheets, so every element has a style attribute.
const HtmlBody = ({ workspace, url, until, t, locale }: Props) => (
  <html lang={locale.language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{t.subject}</title>
    </head>
    <body style="margin:0;padding:24px 16px;background:#f6f5f2;color:#1d1f21;font:16px/1.5 system-ui,sans-serif">
      <div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
        <p style="margin:0 0 16px;font-weight:bold">{workspace.name}</p>
        <p style="margin:0 0 16px">
          {t.greeting} {t.lead}
        </p>
        <p style="margin:0 0 16px">
          <a
            href={url}
            style="display:inline-block;padding:12px 20px;background:#23474b;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:bold"
          >
            {t.button}
          </a>
        </p>
        <p style="margin:0 0 16px">
          {until} {t.personal}
        </p>
        <p style="margin:0 0 16px;color:#5a5f66">{t.unasked}</p>
        <p style="margin:0;color:#5a5f66;font-size:13px;word-break:break-all">{url}</p>
      </div>
    </body>
  </html>
)
