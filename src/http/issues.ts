import * as z from 'zod'
import type { Issues } from '../domain/shared/errors'
import { CODES } from '../domain/shared/published-codes'
import { messageOf, type Refusal } from '../domain/shared/refusals'
import { openEnum } from '../domain/shared/text'

/** How many issues an answer names, besides the one that says that there are more. */
const MAX_ISSUES = 100

/** One value that was refused, for programs. New codes come; `errors` has the same messages by path. */
export const issue = z
  .object({
    path: z.string().describe('The dotted path of the value, as `data.0.amount`'),
    code: openEnum(CODES).describe('Why the value is refused. A code keeps its meaning; new ones are added.'),
    message: z.string().describe('The code in words, which may change'),
    params: z.record(z.string(), z.unknown()).describe('The values of the message, as a limit or a date'),
  })
  .meta({ id: 'Issue' })

/** The messages of issues by path. */
export const errorsOf = (issues: Issues): Record<string, string[]> =>
  Object.fromEntries(Object.entries(issues).map(([path, refusals]) => [path, refusals.map(messageOf)]))

/** The first {@link MAX_ISSUES} issues in the order of their messages, and `too_many_issues` if there are more. */
export function issuesFor(issues: Issues): z.infer<typeof issue>[] {
  const all = Object.entries(issues).flatMap(([path, refusals]) =>
    refusals.map((refusal) => ({ path, refusal })),
  )
  const shown = all.slice(0, MAX_ISSUES)
  if (all.length > MAX_ISSUES) shown.push({ path: 'body', refusal: { code: 'too_many_issues' } })
  return shown.map(({ path, refusal }) => ({
    path,
    code: refusal.code,
    message: messageOf(refusal),
    params: paramsOf(refusal),
  }))
}

const paramsOf = (refusal: Refusal): Record<string, unknown> =>
  Object.fromEntries(Object.entries(refusal).filter(([key]) => !['code', 'message', 'place'].includes(key)))
