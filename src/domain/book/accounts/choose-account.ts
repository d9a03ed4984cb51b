import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Issue } from '../../shared/error-list'
import { newId } from '../../shared/ids'
import { languageOf } from '../../shared/language'
import type { ExplainedRefusal } from '../../shared/refusals'
import { type AccountFacts, type BookFacts, EVER } from '../book-facts'

const NAMES = { de: { bank: 'Bankkonto', cash: 'Kasse' }, en: { bank: 'Bank account', cash: 'Cash box' } }

/** The account of a movement of money; `isNew` where the workspace has none of the kind yet and the batch opens it. */
export type AccountChoice = Pick<AccountFacts, 'id' | 'kind' | 'name' | 'openingOn'> & { isNew: boolean }

/**
 * Chooses accounts for movements of money: the one that is named, otherwise the oldest cash box for cash, and for other
 * methods the account of the creditor or the oldest bank account.
 */
export function chooseAccount({ accounts, settings }: BookFacts, now: Date) {
  const opened = new Map<string, AccountChoice>()
  return (method: string | null, accountId?: string | null): AccountChoice => {
    const kind = method === 'cash' ? 'cash' : 'bank'
    const usable = accounts.filter((account) => account.kind === kind && !account.isArchived)
    const account =
      accounts.find(({ id }) => id === accountId) ??
      usable.find(({ iban }) => iban && iban === settings.creditorIban) ??
      usable[0]
    if (account) return { ...account, isNew: false }
    const { [kind]: name } = NAMES[languageOf(settings.locale)]
    const choice = opened.get(kind) ?? {
      id: newId('acc', now),
      kind,
      name,
      openingOn: settings.bookBeginsOn ?? EVER,
      isNew: true,
    }
    opened.set(kind, choice)
    return choice
  }
}

/** Opens the new accounts among choices. Fails as a conflict if another request has opened one of their kind. */
export function openAccounts(workspace: Sql, choices: AccountChoice[]): Sql[] {
  const opened = new Map(choices.filter(({ isNew }) => isNew).map((choice) => [choice.id, choice]))
  return [...opened.values()].flatMap(({ id, kind, name }) => [
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM accounts WHERE workspace_id = ${workspace} AND kind = ${kind} AND archived_at IS NULL)`),
    sql`
      INSERT INTO accounts (workspace_id, id, kind, name, opening_on, opening_amount, created_at, updated_at)
      VALUES (${workspace}, ${id}, ${kind}, ${name}, ${EVER}, 0, ${NOW}, ${NOW})`,
  ])
}

/** Makes a batch fail as a conflict if one of the accounts has been archived, or opens on another day than it was read with. */
export function requireAccounts(workspace: Sql, { settings }: BookFacts, choices: AccountChoice[]): Sql[] {
  const begin = settings.bookBeginsOn ?? EVER
  const seen = new Map(choices.filter(({ isNew }) => !isNew).map(({ id, openingOn }) => [id, openingOn]))
  return jsonArrays(seen).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS seen
      LEFT JOIN accounts ON accounts.workspace_id = ${workspace} AND accounts.id = seen.value ->> 0
      WHERE max(accounts.opening_on, ${begin}) IS NOT seen.value ->> 1)`),
  )
}

type Chosen = { account: AccountChoice; voucher: { bookedOn: string } }

/** The issues of vouchers that lie before their accounts begin; `pathOf` gives the path of a voucher by its index. */
export const earlyIssues = (vouchers: Chosen[], pathOf: (index: number) => string[]): Issue[] =>
  vouchers.flatMap(({ account: { name, openingOn }, voucher: { bookedOn } }, index) =>
    bookedOn < openingOn ? [[pathOf(index), { code: 'before_account', name, date: openingOn }] as const] : [],
  )

/** A date after the opening of every account. */
export const LATEST = '9999-12-31'

/** The issue of an account that is named, if there is one: unknown, archived, or opened after the date. */
export function accountIssue(
  { accounts }: BookFacts,
  accountId: string,
  date: string,
): ExplainedRefusal | undefined {
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) return { code: 'account_unknown' }
  if (account.isArchived) return { code: 'account_archived' }
  return date < account.openingOn ? { code: 'account_begins', date: account.openingOn } : undefined
}
