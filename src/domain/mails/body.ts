import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked'
import { type Marks, markPlaceholders } from './marks'

/** What stands in a line of a mail. A placeholder has its canonical key, and what to show where it has no value. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'placeholder'; key: string; written: string }
  | { type: 'break' }
  | { type: 'strong' | 'emphasis' | 'deleted' | 'code'; children: Inline[] }
  | { type: 'link'; address: LinkAddress; children: Inline[] }
  | RefusedLink

/** A safe address, or that of the reader's own link into the portal. */
export type LinkAddress = { url: string } | 'portal_link'

/** A link whose address may not be followed, with its source as text. */
export type RefusedLink = {
  type: 'refused_link'
  address: string
  reason: 'protocol' | 'placeholder'
  children: Inline[]
}

/**
 * A part of a mail. A link into the portal that is alone in its paragraph is a button, `label` if it has a text, and what
 * to transfer is a table there. Items may be numbered.
 */
export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; depth: number; children: Inline[] }
  | { type: 'list'; numbers: number[] | null; isLoose: boolean; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'rule' }
  | { type: 'portal_button'; label?: string }
  | { type: 'transfer'; written: string }

/**
 * Parses the body of a mail: Markdown, in which a single newline is a line break and HTML is text. Placeholders are
 * marked before, so that neither their keys nor, later, their values are read as Markdown. A body that is nested too
 * deeply to parse is one paragraph; see {@link isTooIntricate}.
 */
export function parseBody(body: string): Block[] {
  const { source, marks } = markPlaceholders(body)
  if (isTooIntricate(body)) return [{ type: 'paragraph', children: piecesOf(source, marks) }]
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new MailTokenizer() })
  return blocksOf(lexer.lex(source), marks)
}

/** Whether parsing a body would take seconds or overflow the stack, as no mail that a person writes does. */
export const isTooIntricate = (body: string): boolean =>
  DEEPLY_NESTED.test(body) || (body.match(/[*_~[\]`()@<]/g)?.length ?? 0) > 2000

const DEEPLY_NESTED = /^[ \t]*(?:(?:>|(?:[-*+]|\d+[.)])[ \t])[ \t]*){20}/m

// People write mails, not documents: HTML, tables and code are text, dashes are a rule, and “12. Mai” is a date. Only
// the lexer of `marked` runs (16 KB, no dependencies): `ui/mail` writes its tokens as JSX, which escapes.
class MailTokenizer extends Tokenizer {
  override list(source: string): Tokens.List | undefined {
    const [, number = '1'] = /^ {0,3}(\d+)/.exec(source) ?? []
    return Number(number) === 1 ? super.list(source) : undefined
  }
  override html(): undefined {}
  override tag(): undefined {}
  override code(): undefined {}
  override fences(): undefined {}
  override table(): undefined {}
  override def(): undefined {}
  override reflink(): undefined {}
  override lheading(): undefined {}
}

function blocksOf(tokens: Token[], marks: Marks): Block[] {
  const blocks: Block[] = []
  // Of a tight list item, the parser gives inline tokens instead of a paragraph.
  let loose: Inline[] | undefined
  for (const token of tokens as MarkedToken[]) {
    const block = blockOf(token, marks)
    if (block) blocks.push(block)
    if (block || token.type === 'space') loose = undefined
    else if (loose) loose.push(...inlinesOf([token], marks))
    else {
      loose = inlinesOf([token], marks)
      blocks.push({ type: 'paragraph', children: loose })
    }
  }
  return blocks
}

function blockOf(token: MarkedToken, marks: Marks): Block | undefined {
  switch (token.type) {
    case 'heading':
      return { type: 'heading', depth: token.depth, children: inlinesOf(token.tokens, marks) }
    case 'paragraph':
      return paragraphOf(inlinesOf(token.tokens, marks))
    case 'list':
      return listOf(token, marks)
    case 'blockquote':
      return { type: 'quote', blocks: blocksOf(token.tokens, marks) }
    case 'hr':
      return { type: 'rule' }
    default:
      return undefined
  }
}

function paragraphOf(children: Inline[]): Block {
  const said = children.filter((child) => child.type !== 'text' || child.text.trim() !== '')
  const [only] = said
  if (said.length === 1 && only?.type === 'placeholder') {
    if (only.key === 'portal_link') return { type: 'portal_button' }
    if (only.key === 'transfer') return { type: 'transfer', written: only.written }
  }
  if (said.length === 1 && only?.type === 'link' && only.address === 'portal_link') {
    const label = textIn(only.children)
    if (label !== undefined) return { type: 'portal_button', label }
  }
  return { type: 'paragraph', children }
}

/** The text of inlines that are nothing but text; undefined for others. */
const textIn = (inlines: Inline[]): string | undefined =>
  inlines.every(({ type }) => type === 'text')
    ? inlines.map((inline) => (inline.type === 'text' ? inline.text : '')).join('')
    : undefined

const listOf = ({ ordered, loose, items }: Tokens.List, marks: Marks): Block => ({
  type: 'list',
  numbers: ordered ? numbersOf(items) : null,
  isLoose: loose,
  items: items.map(({ tokens }) => blocksOf(tokens, marks)),
})

/** The numbers of items as they are written if they rise, else from one on. */
function numbersOf(items: Tokens.ListItem[]): number[] {
  const written = items.map(({ raw }) => Number(/\d+/.exec(raw)?.[0]))
  const isRising = written.every((number, index) => index === 0 || number > (written[index - 1] ?? 0))
  return isRising ? written : written.map((_, index) => index + 1)
}

const inlinesOf = (tokens: Token[], marks: Marks): Inline[] =>
  (tokens as MarkedToken[]).flatMap((token) => inlineOf(token, marks))

function inlineOf(token: MarkedToken, marks: Marks): Inline[] {
  switch (token.type) {
    case 'br':
      return [{ type: 'break' }]
    case 'strong':
      return [{ type: 'strong', children: inlinesOf(token.tokens, marks) }]
    case 'em':
      return [{ type: 'emphasis', children: inlinesOf(token.tokens, marks) }]
    case 'del':
      return [{ type: 'deleted', children: inlinesOf(token.tokens, marks) }]
    case 'codespan':
      return [{ type: 'code', children: piecesOf(token.text, marks) }]
    case 'link':
    case 'image':
      return [linkOf(token, marks)]
    case 'text':
      return token.tokens ? inlinesOf(token.tokens, marks) : piecesOf(token.text, marks)
    case 'escape':
      return piecesOf(token.text, marks)
    case 'checkbox':
      return piecesOf(token.checked ? '☑ ' : '☐ ', marks)
    default:
      return piecesOf(token.raw, marks)
  }
}

/** A link, or an image as a link with its description. */
function linkOf({ href, raw, text, type, tokens }: Tokens.Link | Tokens.Image, marks: Marks): Inline {
  const children = type === 'link' ? inlinesOf(tokens, marks) : piecesOf(text, marks)
  const label = children.length ? children : piecesOf(href, marks)
  if (marks.get(href)?.key === 'portal_link') return { type: 'link', address: 'portal_link', children: label }
  const hasPlaceholder = [...href].some((character) => marks.has(character))
  const url = hasPlaceholder ? undefined : safeAddress(href)
  if (url) return { type: 'link', address: { url }, children: label }
  const address = [...href].map((character) => marks.get(character)?.written ?? character).join('')
  const reason = hasPlaceholder ? 'placeholder' : 'protocol'
  return { type: 'refused_link', address, reason, children: piecesOf(raw, marks) }
}

const SAFE_PROTOCOLS = ['https:', 'http:', 'mailto:', 'tel:']

/** An address that a mail may link to, as browsers read it; undefined for any other. */
export function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return SAFE_PROTOCOLS.includes(protocol) ? href : undefined
}

/** Text with its line breaks and placeholders. */
const piecesOf = (text: string, marks: Marks): Inline[] =>
  text
    .split(/(\r\n|[\r\n\uE000-\uF8FF])/)
    .filter((piece) => piece !== '')
    .map((piece): Inline => {
      if (/^[\r\n]/.test(piece)) return { type: 'break' }
      const mark = marks.get(piece)
      return mark ? { type: 'placeholder', ...mark } : { type: 'text', text: piece }
    })
