import { tripOfAnyMigration } from '../../../db/client'
import { NOW } from '../../../db/now'
import { sql } from '../../../db/sql'
import type { Hold } from './hold'
import { lockClaims } from './lock'
import { isNight } from './night'
import { migrationProblem, movableSql } from './schedule'
import { type Ended, type Means, MoveFailed } from './step'

/** Lets a workspace only be read from now on, and nothing of it be sent any more. It waits while the night sweeps. */
export async function begin(hold: Hold, { now }: Means): Promise<Ended> {
  if (isNight(now)) return 'nothing'
  const { id, source, target } = hold
  const { movable } = await tripOfAnyMigration(source, {
    movable: sql`SELECT 1 WHERE ${movableSql(id)}`,
  })
  if (movable.length === 0)
    throw new MoveFailed('The workspace can no longer move: is it exported, below another one, or erased?')
  const problem = await migrationProblem(source, target)
  if (problem) throw new MoveFailed(problem)
  await hold.next('draining', {
    if: movableSql(id),
    set: sql`, started_at = ${NOW}`,
    also: [sql`UPDATE workspaces SET moving_to = ${target.place} WHERE id = ${id}`, ...lockClaims(id)],
  })
  return 'next'
}
