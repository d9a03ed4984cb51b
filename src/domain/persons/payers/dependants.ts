import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { LISTS } from '../../access/lists'
import { TENANT, workspaceCte } from '../../access/principal'
import { changeJson, changesJson } from '../../events/changes'
import { insertEvents } from '../../events/record'
import { PAYER, type Relation } from '../../person-fields/fields'
import { fieldsOf, lostColumnOf } from '../../person-fields/list-fields'
import { DISPLAY_NAME } from '../person'
import { clearedLinkChanges, clearLinked } from '../store/linked-values'
import { nextUpdatedAt } from '../store/timestamps'
import { SUBJECT } from '../subject'

/** The ids of persons as a query; `tenant` is their workspace. */
type Ids = (tenant: Sql) => Sql

/** Who names those of a query in a field, but for some. */
type Naming = { relation: Relation; of: Ids; except: Ids }

/** The index that finds persons by whom they name. */
const INDEX: Record<Relation, Sql> = {
  payer_id: sql.raw('persons_by_payer'),
  guardian_id: sql.raw('persons_by_guardian'),
}

/**
 * The statements that give the persons who name those of a query as payer or guardian another one, or none, but for some of them.
 * `lostOn` is the date, as a value or SQL, if nobody has decided that they need none. Each has an event. They run before those who
 * are named are deleted, and return the ids of whom they change. What was agreed with the payer ends, unless `isSame` says that
 * both are one person.
 */
export function changeNamed(
  actor: Actor,
  workspace: Sql,
  { relation, of, except }: Naming,
  to: string | null,
  { lostOn = null, isSame = false }: { lostOn?: Sql | string | null; isSame?: boolean } = {},
): Sql<{ id: string }>[] {
  const dependantsSql = sql`
    persons.workspace_id = ${TENANT} AND ${sql.raw(`persons.${relation}`)} IN (${of(TENANT)}) AND persons.id NOT IN (${except(TENANT)})`
  const changes = changesJson([
    changeJson(relation, `json_quote(persons.${relation})`, 'named'),
    ...(isSame ? [] : clearedLinkChanges(relation)),
  ])
  const lists = LISTS.filter((list) => fieldsOf(list).some(([key]) => key === relation))
  const recorded = lists.map((list) =>
    insertEvents(
      actor,
      workspace,
      { action: 'person.updated', subject: SUBJECT[list] },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, ${changes}
        FROM (SELECT json_quote(${to}) AS named) CROSS JOIN persons INDEXED BY ${INDEX[relation]} WHERE ${dependantsSql} AND persons.list_id = ${list}`,
    ),
  )
  const changed = sql<{ id: string }>`
    WITH ${workspaceCte(workspace)}
    UPDATE persons INDEXED BY ${INDEX[relation]}
    SET ${sql.join([
      sql`${sql.raw(relation)} = ${to}`,
      sql`${sql.raw(lostColumnOf(relation))} = ${to === null ? lostOn : null}`,
      ...(isSame ? [] : clearLinked({ [relation]: to })),
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
  ...changeNamed(
    actor,
    workspace,
    {
      relation: PAYER,
      of: deleted,
      except: (tenant) => sql`
        SELECT id FROM persons INDEXED BY persons_by_payer
        WHERE workspace_id = ${tenant} AND payer_id IN (${deleted(tenant)}) AND id <> ${to}`,
    },
    null,
  ),
  ...changeNamed(actor, workspace, { relation: PAYER, of: deleted, except: () => sql`SELECT ${to}` }, to),
]

/** The statements after which nobody names persons that are deleted as payer or guardian; `lostOn` as of {@link changeNamed}. */
export const releaseNamed = (
  actor: Actor,
  workspace: Sql,
  relation: Relation,
  deleted: Ids,
  lostOn: string | null,
): Sql<{ id: string }>[] =>
  changeNamed(actor, workspace, { relation, of: deleted, except: deleted }, null, { lostOn })
