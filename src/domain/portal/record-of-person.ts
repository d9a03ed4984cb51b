import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { inList, TENANT } from '../access/principal'
import type { EventKind } from '../events/actions'
import { insertEvents } from '../events/record'
import { DISPLAY_NAME } from '../persons/person'

type Recorded = {
  personId: string
  changes: Record<string, unknown>
  /** A condition over the row of `persons`, such as {@link hasRevisionSql}. */
  condition?: Sql
}

type PersonEvent = Extract<EventKind, { subject: 'member' | 'contact' }>

/**
 * Records an act about a member, an applicant or a contact, before what changes the person. Records nothing if the condition does
 * not hold.
 */
export const recordOfPerson = (
  actor: Actor,
  workspace: Sql,
  kind: PersonEvent,
  { personId, changes, condition = sql`TRUE` }: Recorded,
): Sql =>
  insertEvents(
    actor,
    workspace,
    kind,
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, ${JSON.stringify(changes)} FROM persons
      WHERE ${inList(TENANT, kind.subject === 'contact' ? 'contacts' : 'members')} AND area IN ('regular', 'applications')
        AND persons.id = ${personId} AND ${condition}`,
  )

/** The condition that a regular person has not changed since it was read. */
export const hasRevisionSql = (revision: number): Sql => sql`area = 'regular' AND revision = ${revision}`
