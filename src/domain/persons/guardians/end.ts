import { type Db, trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { type Actor, serviceActor } from '../../access/actor'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { todayIn } from '../../shared/dates'
import { newId } from '../../shared/ids'
import { isAdultSql } from '../adult'
import { DISPLAY_NAME } from '../person'
import { nextUpdatedAt } from '../store/timestamps'

/** The statements after which members who match a condition have no guardian, with an event for each. */
export const endGuardianships = (actor: Actor, workspace: Sql, condition: (tenant: Sql) => Sql): Sql[] => {
  const endedSql = sql`persons.workspace_id = ${TENANT} AND persons.guardian_id IS NOT NULL AND ${condition(TENANT)}`
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

/** The statements that give those whose guardian a person is to another one, into whom it is merged. */
export const mergeGuardians = (workspace: Sql, list: string, kept: string, gone: string): Sql[] => [
  sql`
    WITH ${workspaceCte(workspace)}
    UPDATE persons SET guardian_id = nullif(
        (SELECT other.guardian_id FROM persons AS other
          WHERE other.workspace_id = persons.workspace_id AND other.list_id = persons.list_id
            AND other.area = 'regular' AND other.id = ${gone}), ${kept})
    WHERE ${inList(TENANT, list)} AND area = 'regular' AND persons.id = ${kept} AND coalesce(guardian_id, ${gone}) = ${gone}
      AND (guardian_id IS NOT NULL OR EXISTS (
        SELECT 1 FROM persons AS other
        WHERE other.workspace_id = persons.workspace_id AND other.list_id = persons.list_id AND other.area = 'regular'
          AND other.id = ${gone} AND other.guardian_id IS NOT NULL))`,
  sql`
    WITH ${workspaceCte(workspace)}
    UPDATE persons INDEXED BY persons_by_guardian
    SET guardian_id = ${kept}, revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, 'members')}
    WHERE persons.workspace_id = ${TENANT} AND guardian_id = ${gone}`,
]

/** Ends the guardianship of members who are 18 by now, in each workspace on its date. Two trips at least, one more for each workspace. */
export async function endGuardianshipsOfAge(db: Db, now = new Date()): Promise<void> {
  const latest = todayIn('Pacific/Kiritimati', now)
  const { workspaces } = await trip(db, {
    workspaces: sql<{ id: string; timezone: string }>`
      SELECT workspaces.id, workspaces.timezone FROM workspaces
      WHERE EXISTS (
        SELECT 1 FROM persons INDEXED BY persons_by_guardian
        WHERE persons.workspace_id = workspaces.id AND guardian_id IS NOT NULL AND birthdate IS NOT NULL
          AND ${isAdultSql(latest)})`,
  })
  for (const { id, timezone } of workspaces) {
    const actor = serviceActor({ requestId: newId('bat', now), now })
    const ofAgeSql = () => sql`birthdate IS NOT NULL AND ${isAdultSql(todayIn(timezone, now))}`
    await trip(db, { ended: endGuardianships(actor, sql`${id}`, ofAgeSql) })
  }
}
