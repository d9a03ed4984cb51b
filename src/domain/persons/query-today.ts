import { LRUCache } from 'lru-cache'
import type { Answers, Statements } from '../../db/client'
import type { Credential, Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { todayIn } from '../shared/dates'

/**
 * Runs statements on a list that depend on the date (YYYY-MM-DD) in the workspace. The database cannot tell the date in a
 * time zone, and the time zone is only known after the trip: so the one of the last trip is expected, and where the date
 * is another, the statements run again. Throws what `queryList` throws.
 */
export async function queryToday<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  list: string,
  action: 'read' | 'write',
  statementsOn: (today: string) => S,
): Promise<{ credential: C; context: ListContext; rows: Answers<S> }> {
  const today = todayIn(zones.get(principal.id) ?? DEFAULT_ZONE, principal.now)
  const answer = await queryList(principal, list, action, statementsOn(today))
  zones.set(principal.id, answer.credential.workspace.timezone)
  return answer.context.today === today ? answer : queryToday(principal, list, action, statementsOn)
}

const DEFAULT_ZONE = 'Europe/Berlin'

const zones = new LRUCache<string, string>({ max: 1000 })
