import type * as z from 'zod'
import { IS_REQUIRED } from './validation-messages'

/** What each code of a value that does not fit its field means. A code keeps its meaning for ever. */
export const SHAPES = {
  wrong_type: 'The value is of another JSON type than the field.',
  not_allowed: 'The value is none of those that are possible.',
  invalid_format: 'The text does not have the form that the field needs.',
  empty: 'The text is empty.',
  blank: 'The text has blanks alone.',
  too_long: 'The text has more characters than {max}.',
  too_short: 'The text has fewer characters than {min}.',
  control_characters: 'The text has control characters, or is not well-formed.',
  too_large: 'The number is above {max}.',
  too_small: 'The number is below {min}.',
  too_many_entries: 'The list has more entries than {max}.',
  too_few_entries: 'The list has fewer entries than {min}.',
  given_twice: 'The value, or an entry of the list, is given twice.',
  reserved: 'The value is one that the service keeps for itself.',
  unknown_field: 'The service does not know the field.',
  invalid_value: 'The value is refused for another reason, which the message tells.',
} as const
export type ShapeCode = keyof typeof SHAPES | 'required' | 'taken'

/** Why a value does not fit its field: a code with its limits, and the words of the field's schema. */
export type ShapeRefusal = { code: ShapeCode; message: string; min?: number; max?: number }

/** A refusal in the words of the schema. */
export function shapeOf(issue: z.core.$ZodIssue): ShapeRefusal {
  const { message } = issue
  switch (issue.code) {
    case 'invalid_type':
      return { code: message === IS_REQUIRED ? 'required' : 'wrong_type', message }
    case 'invalid_value':
      return { code: 'not_allowed', message }
    case 'invalid_format':
      return { code: 'invalid_format', message }
    case 'too_small':
      return { code: SMALL[issue.origin] ?? 'too_small', message, min: Number(issue.minimum) }
    case 'too_big':
      return { code: LARGE[issue.origin] ?? 'too_large', message, max: Number(issue.maximum) }
    case 'unrecognized_keys':
      return { code: 'unknown_field', message }
    case 'invalid_union':
      return { code: 'wrong_type', message }
    case 'custom':
      return { code: 'invalid_format', message, ...issue.params }
    default:
      return { code: 'invalid_value', message }
  }
}

const SMALL: Record<string, ShapeCode> = { string: 'too_short', array: 'too_few_entries' }
const LARGE: Record<string, ShapeCode> = { string: 'too_long', array: 'too_many_entries' }
