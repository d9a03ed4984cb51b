import * as z from 'zod'
import type { Statement } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import type { Actor } from '../../access/actor'
import { TENANT } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { awaitSinceVouchers } from '../accounts/await-begun'
import { requireCash } from '../accounts/cash'
import { type AccountChoice, openAccounts } from '../accounts/choose-account'
import { type BookFacts, requireBook, requireOpenYears } from '../book-facts'
import { insertVouchers, type NewVoucher } from './insert'

/** A voucher that was just entered. */
export const enteredVoucher = z
  .object({
    id: z.string(),
    year: z.int(),
    number: z.int(),
    external_id: z.string().nullable(),
  })
  .meta({
    id: 'EnteredVoucher',
    examples: [{ id: 'vch_0VMtKcPBq7XJ3mZ1sWv9LdTe', year: 2026, number: 12, external_id: null }],
  })
export type EnteredVoucher = z.infer<typeof enteredVoucher>

type Entry = {
  drafts: NewVoucher[]
  accounts: AccountChoice[]
  book: BookFacts
  guards?: Statement[]
  /** Statements that run once the vouchers are there. */
  settled?: Statement[]
}

/**
 * Writes vouchers that people enter, with an event for each, and returns them as a JSON array of {@link EnteredVoucher}. One
 * trip. Throws `invalid` if the book is kept elsewhere, and `WriteConflict` if it has changed since it was read.
 */
export async function writeVouchers(
  tx: Tx,
  { drafts, accounts, book, guards = [], settled = [] }: Entry,
): Promise<string> {
  if (drafts.length === 0) return tx.finish('[]', {})
  requireBook(book)
  const workspace = tx.writable()
  const ids = JSON.stringify(drafts.map(({ id }) => id))
  return tx.finish(selectEntered(tx.workspace(), ids), {
    guards: [
      ...guards,
      requireOpenYears(
        workspace,
        book,
        drafts.map(({ bookedOn }) => bookedOn),
      ),
    ],
    opened: openAccounts(workspace, accounts),
    inserted: [
      ...insertVouchers(workspace, book.settings.yearStart, drafts),
      ...awaitSinceVouchers(workspace, book, drafts),
    ],
    cash: requireCash(workspace, drafts),
    settled,
    recorded: recordEntered(tx.actor, workspace, drafts),
  })
}

/** Records an event for each of the vouchers that a batch has inserted. */
export const recordEntered = (actor: Actor, workspace: Sql, drafts: { id: string }[]): Sql =>
  insertEvents(
    actor,
    workspace,
    { action: 'voucher.created', subject: 'voucher' },
    selectCreated(JSON.stringify(drafts.map(({ id }) => id))),
  )

/** Whose numbers only the database knows. */
const selectEntered = (workspace: Sql, ids: string): Sql<{ json: string }> => sql<{ json: string }>`
  SELECT json_group_array(
    json_object('id', id, 'year', year, 'number', number, 'external_id', external_id) ORDER BY key) AS json
  FROM (
    SELECT key, vouchers.id, year, number, external_id FROM json_each(${ids}) AS named CROSS JOIN vouchers
    WHERE workspace_id = ${workspace} AND vouchers.id = named.value)`

const selectCreated = (ids: string): Sql => sql`
  SELECT vouchers.id, text, json_object(
    'number', json_array(NULL, year || '-' || number), 'booked_on', json_array(NULL, booked_on),
    'amount', json_array(NULL, amount))
  FROM json_each(${ids}) AS named CROSS JOIN vouchers
  WHERE workspace_id = ${TENANT} AND vouchers.id = named.value ORDER BY key`
