import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { inList, TENANT } from '../access/principal'
import type { Action } from '../events/actions'
import { insertEvents } from '../events/record'
import { DISPLAY_NAME } from '../persons/person'

type Recorded = {
  personId: string
  changes: Record<string, unknown>
  /** A condition over the row of `persons`, such as {@link hasRevisionSql}. */
  condition?: Sql
}

/** Records an act about a member or an applicant, before what changes the person. Records nothing if the condition does not hold. */
export const recordOfMember = (
  actor: Actor,
  workspace: Sql,
  action: Extract<Action, `person.${string}`>,
  { personId, changes, condition = sql`TRUE` }: Recorded,
): Sql =>
  insertEvents(
    actor,
    workspace,
    { action, subject: 'member' },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, ${JSON.stringify(changes)} FROM persons
      WHERE ${inList(TENANT, 'members')} AND area IN ('regular', 'applications') AND persons.id = ${personId} AND ${condition}`,
  )

/** The condition that a regular person has not changed since it was read. */
export const hasRevisionSql = (revision: number): Sql => sql`area = 'regular' AND revision = ${revision}`
