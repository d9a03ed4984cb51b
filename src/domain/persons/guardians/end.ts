import { type Db, trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { type Actor, serviceActor } from '../../access/actor'
import { TENANT, workspaceCte } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { todayIn } from '../../shared/dates'
import { newId } from '../../shared/ids'
import { isAdultSql } from '../adult'
import { DISPLAY_NAME } from '../person'
import { nextUpdatedAt } from '../store/timestamps'

/** The statements after which members who are 18 on a date have no guardian, with an event for each. */
const endGuardianships = (actor: Actor, workspace: Sql, today: string): Sql[] => {
  const endedSql = sql`persons.workspace_id = ${TENANT} AND persons.guardian_id IS NOT NULL AND birthdate IS NOT NULL
    AND ${isAdultSql(today)}`
  return [
    insertEvents(
      actor,
      workspace,
      { action: 'person.guardianship_ended', subject: 'member' },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object('guardian_id', json_array(guardian_id, NULL))
        FROM persons INDEXED BY persons_by_guardian WHERE ${endedSql}`,
    ),
    sql`
      WITH ${workspaceCte(workspace)}
      UPDATE persons INDEXED BY persons_by_guardian
      SET guardian_id = NULL, revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, 'members')}
      WHERE ${endedSql}`,
  ]
}

/** Ends the guardianship of members who are 18 by now, in each workspace on its date. Two trips at least, one more for each workspace. */
export async function endGuardianshipsOfAge(db: Db, now = new Date()): Promise<void> {
  const latest = todayIn('Pacific/Kiritimati', now)
  const { workspaces } = await trip(db, {
    workspaces: sql<{ id: string; timezone: string }>`
      SELECT workspaces.id, workspaces.timezone FROM workspaces
      WHERE suspended_at IS NULL AND moving_to IS NULL AND EXISTS (
        SELECT 1 FROM persons INDEXED BY persons_by_guardian
        WHERE persons.workspace_id = workspaces.id AND guardian_id IS NOT NULL AND birthdate IS NOT NULL
          AND ${isAdultSql(latest)})`,
  })
  for (const { id, timezone } of workspaces) {
    const actor = serviceActor({ requestId: newId('bat', now), now })
    await trip(db, { ended: endGuardianships(actor, sql`${id}`, todayIn(timezone, now)) })
  }
}
