import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act, only, type Tx } from '../../access/act'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { recordEvents } from '../../events/record'
import { todayIn } from '../../shared/dates'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { instant } from '../../shared/text'
import { validate } from '../../shared/validation'
import { selectBook, TO_BOOK } from '../book-facts'
import { cents } from './account'
import { requireAccount } from './update'

/** What was on a bank account at the end of a day, as somebody read on paper. */
export const accountBalance = z
  .object({
    account_id: z.string(),
    balance_on: z.iso.date(),
    balance: z.int().describe('Cents'),
    entered_at: instant,
  })
  .meta({
    id: 'AccountBalance',
    examples: [
      {
        account_id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        balance_on: '2026-01-31',
        balance: 140400,
        entered_at: '2026-02-01T12:00:00.000Z',
      },
    ],
  })
export type AccountBalance = z.infer<typeof accountBalance>

/** The body that enters a balance. */
export const newBalance = z
  .strictObject({ balance: cents.describe('Cents at the end of the day') })
  .meta({ examples: [{ balance: 140400 }] })

/** Which balance is meant. */
type Asked = { accountId: string; day: string }

/** How many balances are listed. */
const MAX_BALANCES = 500

/** Lists the entered balances of an account, the newest day first. One trip. Throws `permission_missing` and `not_found`. */
export async function listBalances(
  principal: Principal,
  { accountId }: Pick<Asked, 'accountId'>,
): Promise<AccountBalance[]> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      accounts: sql`SELECT 1 FROM accounts WHERE workspace_id = ${workspace} AND id = ${accountId}`,
      balances: sql<AccountBalance>`
        ${selectBalances(workspace, accountId)} ORDER BY balance_on DESC LIMIT ${MAX_BALANCES}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  requireAccount(rows.accounts)
  return rows.balances
}

/**
 * Enters what was on a bank account at the end of a day, or corrects it. Two trips. Throws `permission_missing`, `not_found`,
 * and `invalid` for a cash box, for a day to come or before the account opens, and for one of which a statement tells the balance.
 */
export async function enterBalance(
  principal: Principal,
  { accountId, day, body }: Asked & { body: Record<string, unknown> },
): Promise<AccountBalance> {
  return act(principal, TO_BOOK, async (tx) => {
    const { account, stored, isTold, today } = await load(tx, { accountId, day })
    const { balance } = validate(newBalance, body, () => issues(day, { account, isTold, today }))
    if (stored?.balance === balance) return stored
    const workspace = tx.writable()
    const { entered } = await tx.write({
      unchanged: requireAsRead(workspace, { accountId, day }, stored),
      untold: failUnless(sql`NOT EXISTS (${selectTelling(workspace, { accountId, day })})`),
      written: sql`
        INSERT INTO account_balances (workspace_id, account_id, balance_on, balance, entered_at)
        VALUES (${workspace}, ${accountId}, ${day}, ${balance}, ${NOW})
        ON CONFLICT DO UPDATE SET balance = excluded.balance, entered_at = excluded.entered_at`,
      recorded: recordEvents(tx.actor, workspace, { action: 'account.balance_entered', subject: 'account' }, [
        {
          id: accountId,
          name: account.name,
          changes: { balance_on: [null, day], balance: [stored?.balance ?? null, balance] },
        },
      ]),
      entered: sql<AccountBalance>`
        ${selectBalances(tx.workspace(), accountId)} AND balance_on = ${day}`,
    })
    return only(entered)
  })
}

/** Removes an entered balance. Two trips. Throws `permission_missing`, and `not_found` if there is none of this day. */
export async function removeBalance(principal: Principal, asked: Asked): Promise<void> {
  return act(principal, TO_BOOK, async (tx) => {
    const { account, stored } = await load(tx, asked)
    if (!stored) throw new DomainError('not_found', 'There is no such balance.')
    const { accountId, day } = asked
    const workspace = tx.writable()
    await tx.write({
      unchanged: requireAsRead(workspace, asked, stored),
      written: sql`
        DELETE FROM account_balances
        WHERE workspace_id = ${workspace} AND account_id = ${accountId} AND balance_on = ${day}`,
      recorded: recordEvents(tx.actor, workspace, { action: 'account.balance_removed', subject: 'account' }, [
        {
          id: accountId,
          name: account.name,
          changes: { balance_on: [day, null], balance: [stored.balance, null] },
        },
      ]),
    })
  })
}

async function load(tx: Tx, asked: Asked) {
  const workspace = tx.workspace()
  const { accountId, day } = asked
  const rows = await tx.read({
    accounts: sql<{ name: string; kind: string; opening_on: string }>`
      SELECT name, kind, opening_on FROM accounts WHERE workspace_id = ${workspace} AND id = ${accountId}`,
    stored: sql<AccountBalance>`${selectBalances(workspace, accountId)} AND balance_on = ${day}`,
    telling: selectTelling(workspace, asked),
    settings: selectBook(workspace).bookSettings,
  })
  const account = requireAccount(rows.accounts)
  const timezone = rows.settings[0]?.timezone ?? 'UTC'
  return {
    account,
    stored: rows.stored[0],
    isTold: rows.telling.length > 0,
    today: todayIn(timezone, tx.now),
  }
}

type Facts = Omit<Awaited<ReturnType<typeof load>>, 'stored'>

function* issues(day: string, { account, isTold, today }: Facts): Iterable<Issue> {
  const path = ['balance_on']
  if (account.kind === 'cash') yield [['account_id'], { code: 'cash_is_counted' }]
  else if (!z.iso.date().safeParse(day).success)
    yield [path, { code: 'invalid_format', message: 'must be a date' }]
  else if (day > today) yield [path, { code: 'in_future' }]
  else if (day < account.opening_on)
    yield [path, { code: 'before_account', name: account.name, date: account.opening_on }]
  else if (isTold) yield [path, { code: 'balance_of_statement' }]
}

/** The entered balances of an account; a condition and an order may follow. */
export const selectBalances = (workspace: Sql, accountId: string): Sql => sql`
  SELECT account_id, balance_on, balance, entered_at FROM account_balances
  WHERE workspace_id = ${workspace} AND account_id = ${accountId}`

/** The statement that tells the balance of a day, if there is one. */
const selectTelling = (workspace: Sql, { accountId, day }: Asked): Sql => sql`
  SELECT 1 FROM statements INDEXED BY statements_by_end
  WHERE workspace_id = ${workspace} AND account_id = ${accountId} AND to_on >= ${day} AND from_on <= ${day}
    AND closing IS NOT NULL
  LIMIT 1`

const requireAsRead = (workspace: Sql, { accountId, day }: Asked, stored: AccountBalance | undefined): Sql =>
  failUnless(sql`(
    SELECT balance FROM account_balances
    WHERE workspace_id = ${workspace} AND account_id = ${accountId} AND balance_on = ${day}) IS ${stored?.balance ?? null}`)
