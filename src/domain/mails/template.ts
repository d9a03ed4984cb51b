import type { CustomColumn } from '../custom-columns/column'
import type { Issue } from '../shared/error-list'
import { multiLine, singleLine } from '../shared/text'
import { type Block, type Inline, isTooIntricate, parseBody, type RefusedLink } from './body'
import { columnPlaceholder, namedKey, PLACEHOLDER, PLACEHOLDERS, placeholdersIn } from './placeholders'

const SUBJECT = singleLine(200)
const BODY = multiLine(50_000, 1)
const MAX_UNKNOWN = 10

/** What is wrong with a mail, for pages that say it in their own words. `similar` is as it is written in a mail. */
export type TemplateProblem = { path: 'subject' | 'body' } & (
  | { kind: 'text'; message: string }
  | { kind: 'unknown_placeholder'; written: string; similar?: string }
  | { kind: 'portal_link_in_subject' | 'unclosed_placeholder' | 'too_intricate' }
  | { kind: 'link_with_placeholder' | 'link_not_followed'; address: string }
)

/**
 * The issues of a mail: lengths and line breaks, placeholders that neither every mail nor `columns` has, and links that
 * may not be followed. Texts that are not strings have none, so that a schema only has to ask for strings.
 */
export function* templateIssues(
  template: { subject?: unknown; body?: unknown },
  columns: CustomColumn[],
): Iterable<Issue> {
  for (const problem of templateProblems(template, columns)) yield [[problem.path], messageOf(problem)]
}

/** The problems of a mail in the order of its text; see {@link templateIssues}. */
export function* templateProblems(
  { subject, body }: { subject?: unknown; body?: unknown },
  columns: CustomColumn[],
): Iterable<TemplateProblem> {
  const keys = [...Object.keys(PLACEHOLDERS), ...columns.map(columnPlaceholder)]
  if (typeof subject === 'string') {
    yield* textProblems('subject', subject)
    yield* placeholderProblems('subject', subject, keys)
    if (placeholdersIn(subject).includes('portal_link'))
      yield { path: 'subject', kind: 'portal_link_in_subject' }
  }
  if (typeof body === 'string') {
    const problems = [...textProblems('body', body)]
    yield* problems
    if (problems.length) return
    yield* placeholderProblems('body', body, keys)
    if (isTooIntricate(body)) yield { path: 'body', kind: 'too_intricate' }
    else yield* linkProblems(parseBody(body))
  }
}

function* textProblems(path: 'subject' | 'body', text: string): Iterable<TemplateProblem> {
  if (path === 'subject' && /[\r\n]/.test(text)) yield { path, kind: 'text', message: 'must be in one line' }
  const line = text.trim() === '' ? '' : text.replace(/[\r\n]/g, ' ')
  const { error } = (path === 'subject' ? SUBJECT : BODY).safeParse(line)
  for (const { message } of error?.issues ?? []) yield { path, kind: 'text', message }
}

function* placeholderProblems(
  path: 'subject' | 'body',
  text: string,
  keys: string[],
): Iterable<TemplateProblem> {
  const unknown = placeholdersIn(text).filter((key) => namedKey(key, keys) === undefined)
  for (const written of unknown.slice(0, MAX_UNKNOWN)) {
    const similar = similarKey(written, keys)
    yield { path, kind: 'unknown_placeholder', written, ...(similar && { similar }) }
  }
  if (text.replace(PLACEHOLDER, '').includes('{{')) yield { path, kind: 'unclosed_placeholder' }
}

function* linkProblems(blocks: Block[]): Iterable<TemplateProblem> {
  for (const { reason, address } of refusedLinks(blocks))
    yield {
      path: 'body',
      kind: reason === 'placeholder' ? 'link_with_placeholder' : 'link_not_followed',
      address,
    }
}

const refusedLinks = (nodes: (Block | Inline)[]): RefusedLink[] =>
  nodes.flatMap((node) => {
    if (node.type === 'refused_link') return [node]
    if ('items' in node) return refusedLinks(node.items.flat())
    if ('blocks' in node) return refusedLinks(node.blocks)
    return 'children' in node ? refusedLinks(node.children) : []
  })

function messageOf(problem: TemplateProblem): string {
  switch (problem.kind) {
    case 'text':
      return problem.message
    case 'unknown_placeholder': {
      const meant = problem.similar === undefined ? '' : `; did you mean {{${problem.similar}}}?`
      return `has the unknown placeholder {{${short(problem.written)}}}${meant}`
    }
    case 'portal_link_in_subject':
      return 'must not have {{portal_link}}, which belongs in the body'
    case 'unclosed_placeholder':
      return 'has {{ without }} in the same line'
    case 'too_intricate':
      return 'is nested too deeply, or has too much Markdown'
    case 'link_with_placeholder':
      return `has a placeholder in the address ${short(problem.address)}; only {{portal_link}} alone can be one`
    case 'link_not_followed':
      return `has a link to ${short(problem.address)}; addresses begin with https://, http://, mailto: or tel:`
  }
}

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
