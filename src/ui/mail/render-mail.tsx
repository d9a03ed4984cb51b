import { type Block, type Inline, parseBody } from '../../domain/mails/body'
import type { PlaceholderValues } from '../../domain/mails/placeholders'
import type { Locale } from '../i18n/locale'
import type { MailLook } from './look'
import { MailLayout } from './mail-layout'
import { Blocks } from './markdown'
import { blocksToText, textMail } from './plain-text'
import type { Transfer } from './transfer'
import { cut, subjectLine, valueIn } from './values'

const MAX_PREHEADER = 140

type Mail = {
  subject: string
  body: string
  values: PlaceholderValues
  transfer?: Transfer | undefined
  look: MailLook
  locale: Locale
  unsubscribeUrl?: string
}

/**
 * A mail that staff have written, as it is sent: subject and body with the values of one recipient. Values are text,
 * whatever they hold. A placeholder without a value is shown as it is written.
 */
export function renderMail({ subject, body, values, transfer, look, locale, unsubscribeUrl }: Mail): {
  subject: string
  text: string
  html: string
} {
  const context = { values, transfer, look, locale }
  const title = subjectLine(subject, values)
  const blocks = parseBody(body)
  const preheader = cut(preview(blocks, values), MAX_PREHEADER)
  const html = (
    <MailLayout {...{ look, locale, title, preheader, unsubscribeUrl }}>
      <Blocks {...{ blocks, context }} />
    </MailLayout>
  )
  return {
    subject: title,
    text: textMail([blocksToText(blocks, context)], { look, locale, unsubscribeUrl }),
    html: `<!doctype html>${html}`,
  }
}

/** The words that a mail begins with, without addresses. */
const preview = (blocks: Block[], values: PlaceholderValues): string =>
  blocks
    .flatMap((block) => ('children' in block ? [wordsOf(block.children, values)] : []))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

function wordsOf(inlines: Inline[], values: PlaceholderValues): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'text') return inline.text
      if (inline.type === 'placeholder')
        return inline.key === 'portal_link' ? '' : (valueIn(values, inline.key) ?? inline.written)
      return 'children' in inline ? wordsOf(inline.children, values) : ' '
    })
    .join('')
}
