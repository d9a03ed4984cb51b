import type { Answers, Statements } from '../../db/client'
import type { Credential, Principal } from '../access/principal'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { todayIn } from '../shared/dates'

/**
 * Runs statements on a list that depend on the date (YYYY-MM-DD) in the workspace: on the one in the expected time
 * zone, and once more where the date is another. Throws what `queryList` throws. One trip, two at a change of the
 * zone.
 */
export async function queryToday<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  list: string,
  action: 'read' | 'write',
  statementsOn: (today: string) => S,
): Promise<{ credential: C; context: ListContext; rows: Answers<S> }> {
  const today = todayIn(expectedZone(principal), principal.now)
  const answer = await queryList(principal, list, action, statementsOn(today))
  isExpectedZone(principal, answer.credential)
  return answer.context.today === today ? answer : queryToday(principal, list, action, statementsOn)
}
