import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import type { ListId } from '../access/lists'
import { inList, type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { insertEvents } from '../events/record'
import { DISPLAY_NAME } from '../persons/person'
import { DomainError } from '../shared/errors'
import { addressOf } from './of-person'

/**
 * Lets mails go again to the address of a person that took none, until the mail service refuses it again. One trip. Throws
 * what `requireList` throws, and `not_found`.
 */
export async function unblockAddress(
  principal: Principal,
  { list, id }: { list: ListId; id: string },
): Promise<void> {
  const workspace = principal.writableWorkspace({ permission: `${list}:write` })
  const { rows } = await query(
    principal,
    {
      found: sql`
        SELECT 1 FROM persons
        WHERE ${inList(principal.workspace(), list)} AND area IN ('regular', 'applications') AND persons.id = ${id}`,
      recorded: insertEvents(
        principal.actor,
        workspace,
        { action: 'person.address_unblocked', subject: list === 'members' ? 'member' : 'contact' },
        sql`
          SELECT persons.id, ${DISPLAY_NAME}, json_object('undeliverable_since', json_array(blocked_at, NULL))
          FROM persons CROSS JOIN blocked_addresses AS blocked
            ON blocked.workspace_id = ${TENANT} AND blocked.address = lower(persons.email)
          WHERE persons.workspace_id = ${TENANT} AND list_id = ${list} AND area IN ('regular', 'applications')
            AND persons.id = ${id}`,
      ),
      unblocked: sql`
        DELETE FROM blocked_addresses
        WHERE workspace_id = ${workspace} AND address = ${addressOf(workspace, list, id)}`,
    },
    (credential) => requireList(credential, list, 'write'),
  )
  if (rows.found.length === 0) throw new DomainError('not_found', 'There is no such person.')
}
