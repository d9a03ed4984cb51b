import { MANDATE } from '../person-fields/fields'
import type { Issue } from '../shared/error-list'
import { isObject } from '../shared/validation'
import type { PersonInput } from './schemas'

/**
 * The issues of dates of an input of any shape on a day (YYYY-MM-DD): a birthdate or a last use of a mandate in the future,
 * and a last use before the signature. Dates that stay as they are stored have none.
 */
export function* dateIssues(
  input: PersonInput,
  stored: Record<string, unknown> = {},
  today: string,
): Iterable<Issue> {
  if (isAfter(input.birthdate, today) && input.birthdate !== stored.birthdate)
    yield [['birthdate'], { code: 'in_future' }]
  const mandate = input[MANDATE]
  if (!isObject(mandate)) return
  const { last_used_on: used, signature_date: signed } = mandate
  const before = Object(stored[MANDATE])
  if (used === before.last_used_on && signed === before.signature_date) return
  const path = [MANDATE, 'last_used_on']
  if (isAfter(used, today)) yield [path, { code: 'in_future' }]
  if (isAfter(signed, used)) yield [path, { code: 'before_signature' }]
}

const isAfter = (one: unknown, other: unknown): boolean => isDate(one) && isDate(other) && one > other

const isDate = (value: unknown): value is string => typeof value === 'string' && DATE.test(value)

const DATE = /^\d{4}-\d\d-\d\d$/
