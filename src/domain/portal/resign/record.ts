import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { inList, TENANT } from '../../access/principal'
import type { Action } from '../../events/actions'
import { insertEvents } from '../../events/record'
import { DISPLAY_NAME } from '../../persons/person'

/** Records what becomes of a resignation, of a member whose id is given; before the write, under a condition on the resignation. */
export const recordResignation = (
  actor: Actor,
  workspace: Sql,
  action: Extract<Action, `person.res${string}`>,
  { personId, changes, condition = sql`TRUE` }: { personId: string; changes: object; condition?: Sql },
): Sql =>
  insertEvents(
    actor,
    workspace,
    { action, subject: 'member' },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, ${JSON.stringify(changes)} FROM persons
      WHERE ${inList(TENANT, 'members')} AND area IN ('regular', 'applications') AND persons.id = ${personId} AND ${condition}`,
  )
