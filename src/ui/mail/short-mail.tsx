import type { Locale } from '../i18n/locale'
import { type MailLook, TEXT } from './look'
import { MailButton } from './mail-button'
import { MailLayout, MailParagraph } from './mail-layout'
import { textMail } from './plain-text'

/** A mail of a few sentences: paragraphs, perhaps a code or a button, what follows it, and hints in small print. */
export type ShortMail = {
  subject: string
  /** What an inbox shows after the subject; the paragraphs where it is absent. */
  preheader?: string
  paragraphs: string[]
  code?: string
  /** `hint` says what its address is for. */
  button?: { url: string; label: string; hint: string }
  after?: string[]
  hints?: string[]
}

/** Writes a short mail as text and as HTML. */
export function shortMail(
  look: MailLook,
  locale: Locale,
  { subject, paragraphs, preheader = paragraphs.join(' '), code, button, after = [], hints = [] }: ShortMail,
): { subject: string; text: string; html: string } {
  const html = (
    <MailLayout {...{ look, locale, preheader }} title={subject}>
      {paragraphs.map((paragraph) => (
        <MailParagraph>{paragraph}</MailParagraph>
      ))}
      {code && (
        <p
          class="ink"
          style={`${TEXT.body};margin:0 0 16px;font-size:28px;line-height:36px;font-weight:bold;letter-spacing:2px`}
        >
          {code}
        </p>
      )}
      {button && <MailButton {...{ look, ...button }} />}
      {after.map((paragraph) => (
        <MailParagraph>{paragraph}</MailParagraph>
      ))}
      {hints.map((hint) => (
        <MailParagraph isQuiet>{hint}</MailParagraph>
      ))}
    </MailLayout>
  )
  const said = [...paragraphs, code ?? button?.url ?? '', ...after, ...hints]
  return { subject, text: textMail(said, { look, locale }), html: `<!doctype html>${html}` }
}
