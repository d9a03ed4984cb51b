import { writtenInstant } from '../ui/i18n/locale'
import { type Texts, tongueOf } from '../ui/i18n/texts'

type Workspace = { name: string; locale: string; timezone: string }

/** The mail that carries a login link, in the language of the workspace, as text and as HTML. */
export function letter(workspace: Workspace, url: string, expiresAt: string) {
  const tongue = tongueOf([workspace.locale])
  const { mail } = tongue.t
  const until = `${mail.until} ${writtenInstant(expiresAt, workspace.timezone, tongue)}.`
  return {
    subject: `${mail.subject} – ${workspace.name}`,
    text: [
      mail.greeting,
      `${mail.lead}\n\n${url}`,
      `${until} ${mail.personal}`,
      mail.unasked,
      workspace.name,
    ].join('\n\n'),
    html: `<!doctype html>${<Letter {...{ workspace, url, until, mail }} language={tongue.language} />}`,
  }
}

type Props = { workspace: Workspace; url: string; until: string; mail: Texts['mail']; language: string }

// Mail programs know no stylesheets, so every element carries its own.
const Letter = ({ workspace, url, until, mail, language }: Props) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{mail.subject}</title>
    </head>
    <body style="margin:0;padding:24px 16px;background:#f6f5f2;color:#1d1f21;font:16px/1.5 system-ui,sans-serif">
      <div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
        <p style="margin:0 0 16px;font-weight:bold">{workspace.name}</p>
        <p style="margin:0 0 16px">
          {mail.greeting} {mail.lead}
        </p>
        <p style="margin:0 0 16px">
          <a
            href={url}
            style="display:inline-block;padding:12px 20px;background:#23474b;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:bold"
          >
            {mail.button}
          </a>
        </p>
        <p style="margin:0 0 16px">
          {until} {mail.personal}
        </p>
        <p style="margin:0 0 16px;color:#5a5f66">{mail.unasked}</p>
        <p style="margin:0;color:#5a5f66;font-size:13px;word-break:break-all">{url}</p>
      </div>
    </body>
  </html>
)
