import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { PERSON_ROW, type PersonRow } from '../person'
import { recordMove } from './events'
import { namedSql } from './lookups'
import { nextDeletedAt, nextUpdatedAt } from './timestamps'
import { asReadSql } from './write'

/** The member who has the `external_id` of a contact. */
export const selectMemberWithExternalIdOf = (
  workspace: Sql,
  contactId: string,
): Sql<PersonRow> => sql<PersonRow>`
  WITH ${workspaceCte(workspace)}
  SELECT ${PERSON_ROW} FROM persons
  WHERE ${inList(TENANT, 'members')} AND external_id IS NOT NULL
    AND external_id = (SELECT external_id FROM persons WHERE ${namedSql(TENANT, 'contacts', contactId)})`

/** What a contact gets in the list of members; custom values by the ids of the columns there. */
type Move = {
  membership_number: string | null
  join_date: string | null
  custom_values: Record<string, unknown>
}

/**
 * Moves a contact who has not changed since to the list of members: the person keeps its id, so that its fees and events
 * stay with it, and leaves a tombstone in the list of contacts. Returns the member. `contacts` and `members` are the tenant
 * filters of the two lists.
 */
export const moveContact = (actor: Actor, contacts: Sql, members: Sql, contact: PersonRow, move: Move) => ({
  tombstones: sql`
    INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id)
    SELECT workspace_id, list_id, ${nextDeletedAt(contacts, 'contacts')}, id, external_id
    FROM persons WHERE ${inList(contacts, 'contacts')} AND workspace_id = ${members} AND ${asReadSql(contact)}`,
  moved: sql<PersonRow>`
    WITH ${workspaceCte(members)}
    UPDATE persons SET list_id = 'members', membership_number = ${move.membership_number},
      join_date = ${move.join_date}, custom_values = ${JSON.stringify(move.custom_values)},
      revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, 'members')}
    WHERE ${inList(TENANT, 'contacts')} AND workspace_id = ${contacts} AND ${asReadSql(contact)}
    RETURNING ${PERSON_ROW}`,
  recorded: recordMove(actor, members, contact.id),
})
