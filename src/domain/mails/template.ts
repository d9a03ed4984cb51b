import type { CustomColumn } from '../custom-columns/column'
import type { TextRefusal } from '../shared/mail-refusals'
import { type ShapeRefusal, shapeOf } from '../shared/shape-refusals'
import { multiLine, singleLine } from '../shared/text'
import { type Block, type Inline, isTooIntricate, parseBody, type RefusedLink } from './body'
import { columnPlaceholder, namedKey, PLACEHOLDER, PLACEHOLDERS, placeholdersIn } from './placeholders'

const SUBJECT = singleLine(200)
const BODY = multiLine(50_000, 1)
const MAX_UNKNOWN = 10

/** What is wrong with the text of a mail, and where. */
export type MailProblem = { path: 'subject' | 'body'; refusal: TextRefusal | ShapeRefusal }

/**
 * The problems of a mail in the order of its text: lengths and line breaks, placeholders that neither every mail nor
 * `columns` has, and links that may not be followed. Texts that are not strings have none, so that a schema only has to ask
 * for strings.
 */
export function* templateProblems(
  { subject, body }: { subject?: unknown; body?: unknown },
  columns: CustomColumn[],
): Iterable<MailProblem> {
  const keys = [...Object.keys(PLACEHOLDERS), ...columns.map(columnPlaceholder)]
  if (typeof subject === 'string') {
    yield* textProblems('subject', subject)
    yield* placeholderProblems('subject', subject, keys)
    if (placeholdersIn(subject).includes('portal_link'))
      yield { path: 'subject', refusal: { code: 'portal_link_in_subject' } }
  }
  if (typeof body === 'string') {
    const problems = [...textProblems('body', body)]
    yield* problems
    if (problems.length) return
    yield* placeholderProblems('body', body, keys)
    if (isTooIntricate(body)) yield { path: 'body', refusal: { code: 'too_intricate' } }
    else yield* linkProblems(parseBody(body))
  }
}

function* textProblems(path: 'subject' | 'body', text: string): Iterable<MailProblem> {
  if (path === 'subject' && /[\r\n]/.test(text)) yield { path, refusal: { code: 'not_one_line' } }
  const line = text.trim() === '' ? '' : text.replace(/[\r\n]/g, ' ')
  const { error } = (path === 'subject' ? SUBJECT : BODY).safeParse(line)
  for (const issue of error?.issues ?? []) yield { path, refusal: shapeOf(issue) }
}

function* placeholderProblems(path: 'subject' | 'body', text: string, keys: string[]): Iterable<MailProblem> {
  const unknown = placeholdersIn(text).filter((key) => namedKey(key, keys) === undefined)
  for (const written of unknown.slice(0, MAX_UNKNOWN)) {
    const similar = similarKey(written, keys)
    yield {
      path,
      refusal: { code: 'unknown_placeholder', written: short(written), ...(similar && { similar }) },
    }
  }
  if (text.replace(PLACEHOLDER, '').includes('{{')) yield { path, refusal: { code: 'unclosed_placeholder' } }
}

function* linkProblems(blocks: Block[]): Iterable<MailProblem> {
  for (const { reason, address } of refusedLinks(blocks))
    yield {
      path: 'body',
      refusal: {
        code: reason === 'placeholder' ? 'link_with_placeholder' : 'link_not_followed',
        address: short(address),
      },
    }
}

const refusedLinks = (nodes: (Block | Inline)[]): RefusedLink[] =>
  nodes.flatMap((node) => {
    if (node.type === 'refused_link') return [node]
    if ('items' in node) return refusedLinks(node.items.flat())
    if ('blocks' in node) return refusedLinks(node.blocks)
    return 'children' in node ? refusedLinks(node.children) : []
  })

const short = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** The key or synonym that is spelled most like a text, where at most a third of its characters differ. */
function similarKey(written: string, keys: string[]): string | undefined {
  const names = [...new Set([...keys, ...Object.values(PLACEHOLDERS).map(({ german }) => german)])]
  const text = written.toLowerCase().slice(0, 64)
  const [nearest] = names
    .map((name) => ({ name, distance: distanceBetween(text, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= Math.max(1, text.length / 3) ? nearest.name : undefined
}

/** How many characters must be added, removed or replaced to make one text of the other (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, character] of [...one].entries()) {
    const current = [row + 1]
    for (let column = 0; column < other.length; column++)
      current.push(
        Math.min(
          (current[column] ?? 0) + 1,
          (previous[column + 1] ?? 0) + 1,
          (previous[column] ?? 0) + (character === other[column] ? 0 : 1),
        ),
      )
    previous = current
  }
  return previous[other.length] ?? 0
}
