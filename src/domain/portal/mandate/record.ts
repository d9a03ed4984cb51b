import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { inList, TENANT } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { DISPLAY_NAME } from '../../persons/person'

/** Records something about the mandate of a member who has not changed since it was read; before it is changed. */
export const recordOfMandate = (
  actor: Actor,
  workspace: Sql,
  { id, revision }: { id: string; revision: number },
  action: 'person.mandate_granted' | 'person.mandate_withdrawn',
  changes: Record<string, unknown>,
): Sql =>
  insertEvents(
    actor,
    workspace,
    { action, subject: 'member' },
    sql`
      SELECT id, ${DISPLAY_NAME}, ${JSON.stringify(changes)} FROM persons
      WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND id = ${id} AND revision = ${revision}`,
  )
