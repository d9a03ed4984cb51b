import { type Sql, sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import type { SettingsPrincipal } from '../access/principal'
import { query } from '../access/query'
import { validate } from '../shared/validation'
import { type AccountInUse, isFixed, openedBefore } from './book-openings'
import { dayIn, dayIssues, selectBookSwitch, switchFacts } from './book-switch'
import { ownSettingsChange } from './settings'
import { TO_SWITCH_BOOK } from './update'

/** An account whose balance is asked for, with what its last statement before the day says if no voucher is later. */
export type AccountToOpen = AccountInUse & {
  isFixed: boolean
  statement: { to_on: string; closing: number } | undefined
}

/** The accounts that need a balance on the day, and those in use that open on it or later. */
export type PreparedBook = { toOpen: AccountToOpen[]; later: AccountInUse[] }

/**
 * Reads what an owner has to say to switch the book on from a day; without a day, from where it was left. One trip. Throws
 * `permission_missing`, `proof_required`, and `invalid` for a day from which it cannot be.
 */
export async function prepareBook(
  principal: SettingsPrincipal,
  { day: book_begins_on }: { day: string | undefined },
): Promise<PreparedBook> {
  const { now } = principal
  const workspace = principal.workspace()
  const body = { bookkeeping: { keeps_book: true, ...(book_begins_on && { book_begins_on }) } }
  const day = dayIn(body)
  const { credential, rows } = await query(
    principal,
    { facts: selectBookSwitch(workspace, body), closings: selectClosings(workspace, day) },
    requireNeed(principal, TO_SWITCH_BOOK),
  )
  const settings = credential.workspace
  validate(ownSettingsChange, body, () => dayIssues(day, settings, rows.facts, now))
  const { accounts, closedYear } = switchFacts(rows.facts)
  if (day === null) return { toOpen: [], later: accounts }
  return {
    toOpen: openedBefore(accounts, day).map((account) => ({
      ...account,
      isFixed: isFixed(account, { settings, closedYear, now }),
      statement: rows.closings.find(
        ({ account_id, to_on }) => account_id === account.id && to_on >= (account.lastOn ?? ''),
      ),
    })),
    later: accounts.filter(({ openingOn }) => openingOn >= day),
  }
}

type Closing = { account_id: string; to_on: string; closing: number }

const selectClosings = (workspace: Sql, day: string | null): Sql<Closing> => sql<Closing>`
  SELECT statements.account_id, to_on, closing
  FROM accounts CROSS JOIN statements
  WHERE accounts.workspace_id = ${workspace} AND statements.workspace_id = ${workspace} AND closing IS NOT NULL
    AND statements.id = (
      SELECT newest.id FROM statements AS newest INDEXED BY statements_by_end
      WHERE newest.workspace_id = ${workspace} AND newest.account_id = accounts.id AND newest.to_on < ${day}
      ORDER BY newest.to_on DESC, newest.id DESC LIMIT 1)`
