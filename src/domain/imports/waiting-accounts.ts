import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import type { Principal } from '../access/principal'

/** An import of which accounts or mandates wait for somebody who may write them, and of how many persons. */
export type WaitingAccounts = { id: string; list: ListId; count: number }

/** In how many imports accounts are looked for, the newest ones. */
const MAX_LOOKED = 20

/** Selects the imports of which accounts wait, the newest first. A statement for the trip of the caller. */
export const selectWaitingAccounts = (
  workspace: Sql,
  { now }: Principal,
): Sql<WaitingAccounts> => sql<WaitingAccounts>`
  SELECT id, list_id AS list, counts ->> 'accountsWaiting' AS count FROM (
    SELECT id, list_id, state, counts, expires_at FROM imports
    WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${MAX_LOOKED})
  WHERE state = 'imported' AND expires_at > ${now.toISOString()} AND counts ->> 'accountsWaiting' > 0`
