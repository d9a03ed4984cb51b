import type { ListContext } from '../custom-columns/query-list'
import { LEAVE_DETAILS, LEAVE_REASON } from '../person-fields/fields'
import { takenKeys } from '../person-fields/list-fields'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'
import type { PersonInput } from './schemas'

/**
 * The issues of why a membership ends, of an input of any shape: there is no reason and no note without a last day, and nobody
 * has died in the future. What stays as it is stored has none.
 */
export function* leaveIssues(
  input: PersonInput,
  stored: Record<string, unknown> = {},
  listed: Pick<ListContext, 'list' | 'columns' | 'today'>,
): Iterable<Issue> {
  const keys = LEAVE_DETAILS.filter((key) => !takenKeys(listed).has(key))
  if (listed.list !== 'members' || input.leave_date === null) return
  const after = (key: string) => (input[key] === undefined ? stored[key] : input[key])
  const date = after('leave_date')
  for (const key of keys)
    if (isGiven(input[key]) && !isGiven(date)) yield [[key], { code: 'leave_date_missing' }]
  const isDeceased = keys.includes(LEAVE_REASON) && after(LEAVE_REASON) === 'deceased'
  const isNew = input.leave_date !== undefined || stored[LEAVE_REASON] !== 'deceased'
  if (isDeceased && isNew && typeof date === 'string' && date > listed.today && date !== stored.leave_date)
    yield [['leave_date'], { code: 'death_in_future' }]
}
