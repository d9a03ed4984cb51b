import type { Bindings } from '../../env'
import { sendWritten } from '../../mail/send-written'
import type { Locale } from '../../ui/i18n/locale'
import { plainLook, TEXT } from '../../ui/mail/look'
import { MailButton } from '../../ui/mail/mail-button'
import { MailLayout, MailParagraph } from '../../ui/mail/mail-layout'
import { textMail } from '../../ui/mail/plain-text'

/** What a mail says: paragraphs, perhaps a code or a link, and hints in small print. */
type Mail = {
  sender: string
  title: string
  lines: string[]
  code?: string
  link?: { url: string; label: string; hint: string }
  hints: string[]
}

/** Sends a mail of the service to staff. On a loopback address it is printed, too. */
export const sendStaffMail = (
  env: Bindings,
  locale: Locale,
  mail: Mail,
  { to, origin }: { to: string; origin: string },
): Promise<void> =>
  sendWritten(env, {
    from_name: mail.sender,
    to,
    reply_to: null,
    subject: mail.title,
    ...bodyOf(locale, mail),
    origin,
  })

function bodyOf(
  locale: Locale,
  { sender, title, lines, code, link, hints }: Mail,
): { text: string; html: string } {
  const look = plainLook(sender)
  const html = (
    <MailLayout {...{ look, locale, title }} preheader={lines.join(' ')}>
      {lines.map((line) => (
        <MailParagraph>{line}</MailParagraph>
      ))}
      {code && (
        <p
          class="ink"
          style={`${TEXT.body};margin:0 0 16px;font-size:28px;line-height:36px;font-weight:bold;letter-spacing:2px`}
        >
          {code}
        </p>
      )}
      {link && <MailButton {...{ look, ...link }} />}
      {hints.map((hint) => (
        <MailParagraph isQuiet>{hint}</MailParagraph>
      ))}
    </MailLayout>
  )
  const said = [...lines, code ?? link?.url ?? '', ...hints]
  return { text: textMail(said, { look, locale }), html: `<!doctype html>${html}` }
}
