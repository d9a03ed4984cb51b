import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { newId } from '../shared/ids'
import type { AccountFacts, BookFacts } from './book-facts'

const NAMES = { de: { bank: 'Bankkonto', cash: 'Kasse' }, en: { bank: 'Bank account', cash: 'Cash box' } }

/** A date before every movement of money. */
const EVER = '1900-01-01'

/**
 * The account where money of a method goes that names none: the oldest cash box for cash; otherwise the account of the
 * creditor, or the oldest bank account. `opened` is set where the workspace has none yet and a batch has to open it.
 */
export function accountForPayments(
  { accounts, settings }: BookFacts,
  method: string,
  now: Date,
): { id: string; opened?: { id: string; kind: AccountFacts['kind']; name: string } } {
  const kind = method === 'cash' ? 'cash' : 'bank'
  const candidates = accounts.filter((account) => account.kind === kind && !account.isArchived)
  const account = candidates.find(({ iban }) => iban && iban === settings.creditorIban) ?? candidates[0]
  if (account) return { id: account.id }
  const id = newId('acc', now)
  const names = settings.locale.startsWith('de') ? NAMES.de : NAMES.en
  return { id, opened: { id, kind, name: names[kind] } }
}

/** Opens an account of {@link accountForPayments}. Fails as a conflict where another request has opened one of its kind. */
export const openAccount = (
  workspace: Sql,
  { id, kind, name }: Pick<AccountFacts, 'id' | 'kind' | 'name'>,
): Sql[] => [
  failUnless(sql`NOT EXISTS (
    SELECT 1 FROM accounts WHERE workspace_id = ${workspace} AND kind = ${kind} AND archived_at IS NULL)`),
  sql`
    INSERT INTO accounts (workspace_id, id, kind, name, opening_on, opening_amount, created_at, updated_at)
    VALUES (${workspace}, ${id}, ${kind}, ${name}, ${EVER}, 0, ${NOW}, ${NOW})`,
]
