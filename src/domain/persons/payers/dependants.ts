import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { LISTS } from '../../access/lists'
import { TENANT, workspaceCte } from '../../access/principal'
import { changeJson, changesJson } from '../../events/changes'
import { insertEvents } from '../../events/record'
import { DISPLAY_NAME } from '../person'
import { clearedLinkChanges, clearLinked } from '../store/linked-values'
import { nextUpdatedAt } from '../store/timestamps'
import { SUBJECT } from '../subject'

/** The ids of persons as a query; `tenant` is their workspace. */
type Ids = (tenant: Sql) => Sql

/**
 * The statements that give the persons of both lists for whom those of a query pay another payer, or none, but for some of them.
 * `lostOn` is the date, as a value or SQL, if nobody has decided that they pay for themselves. Each has an event. They run before those
 * who paid are deleted, and return the ids of whom they change. What was agreed with the payer ends, unless `isSame` says that both
 * are one person.
 */
export function changePayer(
  actor: Actor,
  workspace: Sql,
  { of, except }: { of: Ids; except: Ids },
  to: string | null,
  { lostOn = null, isSame = false }: { lostOn?: Sql | string | null; isSame?: boolean } = {},
): Sql<{ id: string }>[] {
  const dependantsSql = sql`
    persons.workspace_id = ${TENANT} AND persons.payer_id IN (${of(TENANT)}) AND persons.id NOT IN (${except(TENANT)})`
  const changes = changesJson([
    changeJson('payer_id', 'json_quote(persons.payer_id)', 'payer'),
    ...(isSame ? [] : clearedLinkChanges('payer_id')),
  ])
  const recorded = LISTS.map((list) =>
    insertEvents(
      actor,
      workspace,
      { action: 'person.updated', subject: SUBJECT[list] },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, ${changes}
        FROM (SELECT json_quote(${to}) AS payer) CROSS JOIN persons INDEXED BY persons_by_payer WHERE ${dependantsSql} AND persons.list_id = ${list}`,
    ),
  )
  const changed = sql<{ id: string }>`
    WITH ${workspaceCte(workspace)}
    UPDATE persons INDEXED BY persons_by_payer
    SET ${sql.join([
      sql`payer_id = ${to}`,
      sql`payer_lost_on = ${to === null ? lostOn : null}`,
      ...(isSame ? [] : clearLinked({ payer_id: to })),
      sql`revision = revision + 1`,
    ])},
      updated_at = CASE list_id WHEN 'members' THEN ${nextUpdatedAt(TENANT, 'members')} ELSE ${nextUpdatedAt(TENANT, 'contacts')} END
    WHERE ${dependantsSql} RETURNING id`
  return [...(recorded as Sql<{ id: string }>[]), changed]
}

/** The statements that make one of those for whom a person pays the payer of the others, before that person is deleted. */
export const passDependants = (
  actor: Actor,
  workspace: Sql,
  deleted: Ids,
  to: string,
): Sql<{ id: string }>[] => [
  ...changePayer(
    actor,
    workspace,
    {
      of: deleted,
      except: (tenant) => sql`
        SELECT id FROM persons INDEXED BY persons_by_payer
        WHERE workspace_id = ${tenant} AND payer_id IN (${deleted(tenant)}) AND id <> ${to}`,
    },
    null,
  ),
  ...changePayer(actor, workspace, { of: deleted, except: () => sql`SELECT ${to}` }, to),
]

/** The statements after which those pay for themselves for whom persons paid that are deleted; `lostOn` as of {@link changePayer}. */
export const releaseDependants = (actor: Actor, workspace: Sql, deleted: Ids, lostOn: string | null) =>
  changePayer(actor, workspace, { of: deleted, except: deleted }, null, { lostOn })
