import type { Block, Inline } from '../../domain/mails/body'
import type { Locale } from '../i18n/locale'
import { footOf, type MailLook } from './look'
import { type MailContext, urlOf } from './markdown'
import { mailTexts } from './texts'
import { isWithoutValues, valueIn } from './values'

/** The parts of a mail as text without HTML. */
export const blocksToText = (blocks: Block[], context: MailContext): string =>
  blocks
    .map((block) => blockToText(block, context))
    .filter((text, index) => text !== '' || isWrittenEmpty(blocks[index], context))
    .join('\n\n')

/** A mail without HTML: what it says, and its foot after the line that begins a signature. */
export function textMail(
  said: string[],
  { look, locale, unsubscribeUrl }: { look: MailLook; locale: Locale; unsubscribeUrl?: string | undefined },
): string {
  const { lead, contacts, links } = footOf(look, locale, unsubscribeUrl)
  const foot = [
    '-- ',
    look.name,
    ...(contacts.length ? [`${lead} ${contacts.map(({ text }) => text).join(' · ')}`] : []),
    ...links.map(({ text, address }) => `${text}: ${address}`),
  ]
  return `${[...said, foot.join('\n')].filter((part) => part !== '').join('\n\n')}\n`
}

/** Whether a block is a paragraph that was written without text, which stays as a gap. */
const isWrittenEmpty = (block: Block | undefined, { values }: MailContext): boolean =>
  block?.type === 'paragraph' && !isWithoutValues(block.children, values)

function blockToText(block: Block, context: MailContext): string {
  switch (block.type) {
    case 'paragraph':
      return inlinesToText(block.children, context)
    case 'heading':
      return underlined(inlinesToText(block.children, context), block.depth)
    case 'list':
      return listToText(block, context)
    case 'quote':
      return blocksToText(block.blocks, context).replace(/^/gm, '> ')
    case 'rule':
      return '-'.repeat(20)
    case 'transfer':
      return valueIn(context.values, 'transfer') ?? block.written
    case 'portal_button': {
      const url = urlOf('portal_link', context)
      return url ? `${block.label ?? mailTexts(context.locale).openPortal}:\n${url}` : ''
    }
  }
}

function underlined(heading: string, depth: number): string {
  const line = { 1: '=', 2: '-' }[depth]
  return line ? `${heading}\n${line.repeat(Math.min([...heading].length, 60))}` : heading
}

function listToText({ numbers, isLoose, items }: Block & { type: 'list' }, context: MailContext): string {
  const between = isLoose ? '\n\n' : '\n'
  return items
    .map((blocks, index) => {
      const marker = numbers ? `${numbers[index]}. ` : '- '
      const text = blocks.map((block) => blockToText(block, context)).join(between)
      return marker + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)
    })
    .join(between)
}

function inlinesToText(inlines: Inline[], context: MailContext): string {
  return inlines.map((inline) => inlineToText(inline, context)).join('')
}

function inlineToText(inline: Inline, context: MailContext): string {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'break':
      return '\n'
    case 'placeholder':
      return valueIn(context.values, inline.key) ?? inline.written
    case 'deleted':
      return `~${inlinesToText(inline.children, context)}~`
    case 'link':
      return withAddress(inlinesToText(inline.children, context), urlOf(inline.address, context))
    default:
      return inlinesToText(inline.children, context)
  }
}

/** A link as text, and its address where the text is not the same. */
function withAddress(text: string, url: string | undefined): string {
  const address = url?.replace(/^(mailto|tel):/, '')
  const isSame = [text, `http://${text}`].some((said) => [said, `${said}/`].includes(address ?? text))
  return isSame ? text : `${text} (${address})`
}
