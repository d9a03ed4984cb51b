import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { expectedZone, isExpectedZone } from '../../access/time-zone'
import { todayIn } from '../../shared/dates'
import { refusedAt } from '../../shared/error-list'
import { type AccountBalance, selectBalances } from '../accounts/bank-balances'
import { requireAccount } from '../accounts/update'
import { type Compared, selectCompared } from './compare'
import type { Item, ItemKind } from './items'
import type { Difference, Period, Reconciliation } from './reconciliation'
import { type ItemSum, orderOf, type Step, selectItemSums, selectItems, selectSteps } from './select'

/** How many entered balances the page shows. */
const MAX_BALANCES = 12

/** What is asked of an account: until the end of which day, today without one. */
export type Asked = { accountId: string; on?: string | undefined }

/** A reconciliation with the name of its account, the lines or vouchers of a kind of difference, and the last entered balances. */
export type ReconciliationPage = Reconciliation & {
  name: string
  openingOn: string
  items: Item[]
  balances: AccountBalance[]
}

/**
 * Compares an account of the bank with the book at the end of a day, and names what makes them differ, in cents. One trip, and
 * another one if the time zone was not known.
 * Throws `permission_missing`, `not_found`, and `invalid` for a cash box and a day that the account or the calendar lacks.
 */
export async function reconcile(principal: Principal, asked: Asked): Promise<Reconciliation> {
  const {
    name: _,
    openingOn: __,
    items: ___,
    balances: ____,
    ...reconciliation
  } = await viewReconciliation(principal, asked)
  return reconciliation
}

/** {@link reconcile} for its page: `kind` is the difference whose lines or vouchers it lists. One trip. */
export async function viewReconciliation(
  principal: Principal,
  { accountId, on, kind }: Asked & { kind?: ItemKind | undefined },
): Promise<ReconciliationPage> {
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const asked = { accountId, on: on ?? today }
  const { credential, rows } = await query(
    principal,
    {
      compared: selectCompared(workspace, sql`${asked.on}`, sql`accounts.id = ${accountId}`),
      steps: selectSteps(workspace, asked),
      sums: selectItemSums(workspace, asked),
      items: kind ? [selectItems(workspace, asked, kind)] : [],
      balances: sql<AccountBalance>`
        ${selectBalances(workspace, accountId)} ORDER BY balance_on DESC LIMIT ${MAX_BALANCES}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  if (!isExpectedZone(principal, credential)) return viewReconciliation(principal, { accountId, on, kind })
  const account = requireAccount(rows.compared)
  if (account.kind === 'cash') throw refusedAt('account_id', { code: 'cash_has_no_statements' })
  if (asked.on > today) throw refusedAt('on', { code: 'in_future' })
  if (asked.on < account.opening_on)
    throw refusedAt('on', { code: 'before_account', name: account.name, date: account.opening_on })
  return {
    ...reconciliationOf(account, asked.on, rows),
    name: account.name,
    openingOn: account.opening_on,
    items: rows.items,
    balances: rows.balances,
  }
}

function reconciliationOf(
  { id, book, bank, balance_on, source }: Compared,
  on: string,
  { steps, sums }: { steps: Step[]; sums: ItemSum[] },
): Reconciliation {
  if (bank === null || balance_on === null || source === null)
    return { account_id: id, on, bank: null, book, difference: null, differences: [], reconciled: false }
  const differences = [...ofSteps(steps), ...sums.toSorted((one, other) => orderOf(one) - orderOf(other))]
    .map((difference): Difference => ({ periods: [], ...difference }))
    .filter(({ count }) => count > 0)
  return {
    account_id: id,
    on,
    bank: { balance: bank, balance_on, source },
    book,
    difference: bank - book,
    differences,
    reconciled: differences.length === 0,
  }
}

/** What balances of the bank say: how the first one differs from the opening, and how each one differs from the one before. */
function ofSteps([first, ...next]: Step[]): (Omit<Difference, 'periods'> & { periods?: Period[] })[] {
  const periods = next.filter(({ change }) => change !== 0).toReversed()
  const [gaps, jumps] = [periods.filter(isGap), periods.filter((step) => !isGap(step))]
  const opening = first?.apart ?? 0
  return [
    { kind: 'opening', amount: opening, count: opening === 0 ? 0 : 1 },
    { kind: 'statement_gap', ...summed(gaps) },
    { kind: 'balance_jump', ...summed(jumps) },
  ]
}

/** Whether a day lies between a balance and the one before of which no statement tells. */
const isGap = ({ after, starts }: Step): boolean =>
  starts === null || Date.parse(starts) - Date.parse(after ?? starts) > DAY

const DAY = 86_400_000

const summed = (steps: Step[]): { amount: number; count: number; periods: Period[] } => ({
  amount: steps.reduce((sum, { change }) => sum + (change ?? 0), 0),
  count: steps.length,
  periods: steps.map(({ after, starts, day, change }) => ({
    after: after ?? day,
    before: starts ?? day,
    amount: change ?? 0,
  })),
})
