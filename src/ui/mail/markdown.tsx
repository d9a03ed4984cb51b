import type { Child } from 'hono/jsx'
import { type Block, type Inline, type LinkAddress, safeAddress } from '../../domain/mails/body'
import type { PlaceholderValues } from '../../domain/mails/placeholders'
import type { Locale } from '../i18n/locale'
import { coloursOf, HEADINGS, LINE, type MailLook, TEXT } from './look'
import { MailButton } from './mail-button'
import { MailParagraph } from './mail-layout'
import { mailTexts } from './texts'
import { type Transfer, TransferTable } from './transfer'
import { isRightToLeft, isWithoutValues, valueIn } from './values'

/** What the parts of a mail need to know: the values of its placeholders, whose mail it is, and its language. */
export type MailContext = {
  values: PlaceholderValues
  /** What stands where the mail says what to transfer; without it, the value of the placeholder. */
  transfer?: Transfer | undefined
  look: MailLook
  locale: Locale
}

/** The parts of a mail as HTML. Texts and values become text nodes, which JSX escapes. */
export const Blocks = ({ blocks, context }: { blocks: Block[]; context: MailContext }) => (
  <>
    {blocks.map((block) => (
      <BlockElement {...{ block, context }} />
    ))}
  </>
)

const BlockElement = ({ block, context }: { block: Block; context: MailContext }): Child => {
  switch (block.type) {
    case 'paragraph':
      return isWithoutValues(block.children, context.values) ? null : (
        <p class="ink" style={`${TEXT.body};margin:0 0 16px`}>
          <Inlines inlines={block.children} context={context} />
        </p>
      )
    case 'heading':
      return <Heading depth={block.depth} inlines={block.children} context={context} />
    case 'list':
      return <List list={block} context={context} />
    case 'quote':
      return (
        <blockquote
          class="ink line"
          style={`${TEXT.body};margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${LINE}`}
        >
          <Blocks blocks={block.blocks} context={context} />
        </blockquote>
      )
    case 'rule':
      return <hr class="line" style={`margin:8px 0 24px;border:0;border-top:1px solid ${LINE};height:0`} />
    case 'portal_button':
      return <PortalButton label={block.label} context={context} />
    case 'transfer':
      return <TransferBlock written={block.written} context={context} />
  }
}

type HeadingProps = { depth: number; inlines: Inline[]; context: MailContext }

const Heading = ({ depth, inlines, context }: HeadingProps) => {
  const Tag = depth === 1 ? 'h1' : depth === 2 ? 'h2' : 'h3'
  return (
    <Tag class="ink" style={`${HEADINGS[Math.min(depth, 3) - 1]};margin:8px 0 12px;font-weight:bold`}>
      <Inlines {...{ inlines, context }} />
    </Tag>
  )
}

type ListProps = { list: Block & { type: 'list' }; context: MailContext; isInner?: boolean }

const List = ({ list: { numbers, isLoose, items }, context, isInner = false }: ListProps) => {
  const Tag = numbers ? 'ol' : 'ul'
  return (
    <Tag class="ink" style={`${TEXT.body};margin:${isInner ? '4px 0 0' : '0 0 16px'};padding:0 0 0 24px`}>
      {items.map((blocks, index) => (
        <li
          class="ink"
          value={numbers?.[index] === index + 1 ? undefined : numbers?.[index]}
          style={`${TEXT.body};margin:0 0 ${isLoose ? 0 : 4}px`}
        >
          {blocks.map((block) => (
            <ItemPart {...{ block, context, isLoose }} />
          ))}
        </li>
      ))}
    </Tag>
  )
}

type ItemPartProps = { block: Block; context: MailContext; isLoose: boolean }

const ItemPart = ({ block, context, isLoose }: ItemPartProps) => {
  if (block.type === 'list' && !isLoose) return <List list={block} context={context} isInner />
  if (block.type === 'paragraph' && !isLoose) return <Inlines inlines={block.children} context={context} />
  return <BlockElement {...{ block, context }} />
}

const TransferBlock = ({ written, context }: { written: string; context: MailContext }) => {
  const { transfer, locale, values } = context
  if (transfer) return <TransferTable {...{ transfer, locale }} />
  const text = valueIn(values, 'transfer') ?? written
  return text === '' ? null : <MailParagraph>{text}</MailParagraph>
}

const PortalButton = ({ label, context }: { label: string | undefined; context: MailContext }) => {
  const { look, locale } = context
  const t = mailTexts(locale)
  const url = urlOf('portal_link', context)
  return url ? <MailButton {...{ look, url }} label={label ?? t.openPortal} hint={t.copyAddress} /> : null
}

/** `isInLink` is for the text of a link, which may hold no other one. */
type InText = { context: MailContext; isInLink?: boolean }

const Inlines = ({ inlines, context, isInLink = false }: InText & { inlines: Inline[] }) => (
  <>
    {inlines.map((inline) => (
      <InlineElement {...{ inline, context, isInLink }} />
    ))}
  </>
)

const InlineElement = ({ inline, context, isInLink }: InText & { inline: Inline }): Child => {
  switch (inline.type) {
    case 'text':
      return <>{inline.text}</>
    case 'break':
      return <br />
    case 'placeholder': {
      const url = inline.key === 'portal_link' && !isInLink && urlOf('portal_link', context)
      if (url) return <Link {...{ url, context }}>{url}</Link>
      return <Value text={valueIn(context.values, inline.key) ?? inline.written} />
    }
    case 'link': {
      const url = isInLink ? undefined : urlOf(inline.address, context)
      const label = <Inlines inlines={inline.children} context={context} isInLink />
      return url ? <Link {...{ url, context }}>{label}</Link> : label
    }
    default: {
      const inside = <Inlines inlines={inline.children} {...{ context, isInLink }} />
      const Tag = TAGS[inline.type]
      return Tag ? <Tag>{inside}</Tag> : inside
    }
  }
}

const TAGS = { strong: 'strong', emphasis: 'em', deleted: 's', code: 'code', refused_link: null } as const

const Link = ({ url, context, children }: { url: string; context: MailContext; children?: Child }) => (
  <a class="accent" href={url} style={`color:${coloursOf(context.look).accent.light}`}>
    {children}
  </a>
)

const Value = ({ text }: { text: string }): Child => {
  const lines = text.split('\n').map((line, index) => (
    <>
      {index > 0 && <br />}
      {line}
    </>
  ))
  // Gmail and Outlook drop <bdi>.
  return isRightToLeft(text) ? <span dir="auto">{lines}</span> : lines
}

/** Where a link leads for the reader of the mail; undefined if no one may follow it. */
export const urlOf = (address: LinkAddress, { values }: MailContext): string | undefined =>
  address === 'portal_link' ? safeAddress(valueIn(values, 'portal_link') ?? '') : address.url
