import * as z from 'zod'

z.config({ customError: sayWhatToDo })

/** What is said about a value that is absent. */
export const IS_REQUIRED = 'is required'

// The words for zod's issues; a schema's own message goes before them.
function sayWhatToDo(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? IS_REQUIRED
        : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${someOf(issue.values)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form'
    case 'too_small':
      return bound(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)
    case 'unrecognized_keys':
      return 'is not a known field; remove it'
    case 'invalid_union':
      return 'has none of the types that are possible here'
    default:
      return undefined
  }
}

const MAX_VALUES_NAMED = 10
const MAX_VALUE_CHARACTERS = 40

/** The first few of the values that are possible, and how many more there are. */
function someOf(values: readonly unknown[]): string {
  const named = values.slice(0, MAX_VALUES_NAMED).map((value) => {
    const text = JSON.stringify(value) ?? String(value)
    return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text
  })
  const more = values.length - named.length
  return more > 0 ? `${named.join(', ')} or ${more} more` : named.join(', ')
}

const typeNames: Record<string, string> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  email: 'must be an email address like name@example.org',
  date: 'must be a date that exists, as YYYY-MM-DD',
  datetime:
    'must be an instant with its offset, as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00 (in an address, + is written %2B)',
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'array') return `must have ${relation} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `must be ${relation} ${limit}${origin === 'string' ? ' characters long' : ''}`
}
