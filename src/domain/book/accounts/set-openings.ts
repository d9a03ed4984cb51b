import { jsonArrays } from '../../../db/json'
import { strictlyAfter } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { changesBetween } from '../../events/changes'
import { recordEvents } from '../../events/record'

type Opened = {
  id: string
  name: string
  openingOn: string
  openingAmount: number
  after: { opening_on: string; opening_amount: number }
}

/** Sets the openings of accounts that have no vouchers, with an event for each. */
export const setOpenings = (actor: Actor, workspace: Sql, accounts: Opened[]): Sql[] => [
  ...jsonArrays(accounts).map(
    (array) => sql`
      WITH named (tenant, id, opening_on, opening_amount) AS MATERIALIZED (
        SELECT ${workspace}, value ->> 'id', value ->> '$.after.opening_on', value ->> '$.after.opening_amount'
        FROM json_each(${array}))
      UPDATE accounts
      SET opening_on = named.opening_on, opening_amount = named.opening_amount,
        updated_at = ${strictlyAfter(sql`updated_at`)}
      FROM named WHERE accounts.workspace_id = named.tenant AND accounts.id = named.id`,
  ),
  ...recordEvents(
    actor,
    workspace,
    { action: 'account.updated', subject: 'account' },
    accounts.map(({ id, name, openingOn, openingAmount, after }) => ({
      id,
      name,
      changes: changesBetween({ opening_on: openingOn, opening_amount: openingAmount }, after),
    })),
  ),
]
