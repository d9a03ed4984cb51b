import { PROBLEMS } from './debit-refusals'
import { formMessages } from './form-refusals'
import { type ExplainedRefusal, messageOf, messages, type Refusal } from './refusals'
import { SHAPES } from './shape-refusals'

/** Codes of what only pages of staff do. One that an operation of the API begins to answer leaves this list. */
const OF_STAFF = [
  'audience_too_large',
  'column_unrestricted',
  'last_owner',
  'line_changed_since',
  'logo_no_image',
  'logo_too_large',
  'logo_too_many_pixels',
  'no_value_left',
  'not_for_many',
  'offset_negative',
  'payment_missing',
  'payments_share_voucher',
  'portal_link_to_rejected',
  'query_too_long',
  'selection_too_large',
  'too_many_events_match',
  'too_many_fees_match',
  'too_many_segments',
  'until_missing',
  'until_of_dispute',
  'until_past',
  'value_in_use',
  'value_of_plan',
] as const satisfies readonly Refusal['code'][]

/** A code that only pages meet: of a form of members or applicants, or of what only staff do. */
type PageCode = keyof typeof formMessages | (typeof OF_STAFF)[number]

/** A code that an answer of the API may have. */
type PublishedCode = Exclude<Refusal['code'], PageCode>

const pageCodes = new Set<string>([...Object.keys(formMessages), ...OF_STAFF])

const isPublished = (code: string): code is PublishedCode => !pageCodes.has(code)

/** Every code of an answer, for the document and the page of problems. */
export const CODES = [...new Set([...Object.keys(SHAPES), ...Object.keys(messages), ...PROBLEMS])]
  .filter(isPublished)
  .sort() as [PublishedCode, ...PublishedCode[]]

/** What a code means: a description, or its message with the names of the values, as `{max}`. */
export function meaningOf(code: PublishedCode): string {
  if (Object.hasOwn(SHAPES, code)) return SHAPES[code as keyof typeof SHAPES]
  if (!Object.hasOwn(messages, code)) return 'A fee cannot be collected, as the check of a collection says.'
  return messageOf(new Proxy({ code } as ExplainedRefusal, { get: valueNamed }))
}

function valueNamed({ code }: ExplainedRefusal, name: string): unknown {
  if (name === 'code') return code
  if (name === 'because') return { code: 'year_closed', year: '{year}' }
  if (name === 'keys' || name === 'parts') return [`{${name}}`]
  return name === 'place' ? undefined : `{${name}}`
}
