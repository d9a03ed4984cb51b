import * as z from 'zod'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT } from '../access/principal'
import { cents } from '../book/accounts/account'
import { balanceWhere, basesCte } from '../book/accounts/balances'
import { setOpenings } from '../book/accounts/set-openings'
import { dateIssue } from '../book/book-facts'
import { insertVouchers, type NewVoucher } from '../book/vouchers/insert'
import { recordEntered } from '../book/vouchers/write'
import { addDays } from '../shared/dates'
import type { Issue } from '../shared/error-list'
import { newId } from '../shared/ids'
import { languageOf } from '../shared/language'
import { numberIn } from '../shared/validation'

const MAX_OPENINGS = 50

/** What is in the accounts when the book begins here. */
export const openings = z
  .array(z.strictObject({ account_id: z.string(), opening_amount: cents }))
  .max(MAX_OPENINGS)
type Openings = z.infer<typeof openings>

/** An account in use, with its balance by the book, in cents, and the day of its last voucher. */
export type AccountInUse = {
  id: string
  kind: 'bank' | 'cash'
  name: string
  openingOn: string
  openingAmount: number
  balance: number
  lastOn: string | null
}

/** Selects {@link AccountInUse}, in the order of their ids. */
export const selectAccountsInUse = (workspace: Sql): Sql<AccountInUse> => sql<AccountInUse>`
  WITH ${basesCte(workspace)}
  SELECT accounts.id, accounts.kind, name, opening_on AS openingOn, opening_amount AS openingAmount,
    ${balanceWhere()} AS balance, (
      SELECT max(booked_on) FROM account_days WHERE workspace_id = ${TENANT} AND account_id = accounts.id) AS lastOn
  FROM bases CROSS JOIN accounts
  WHERE accounts.workspace_id = ${TENANT} AND accounts.id = bases.id AND archived_at IS NULL
  ORDER BY accounts.id`

/** The accounts whose balance on a day has to be given, since they opened before it. */
export const openedBefore = (accounts: AccountInUse[], day: string): AccountInUse[] =>
  accounts.filter(({ openingOn }) => openingOn < day)

/** The issues of openings of any shape on a day. */
export function* openingsIssues(given: unknown, accounts: AccountInUse[], day: string): Iterable<Issue> {
  const lacking = new Map(openedBefore(accounts, day).map((account) => [account.id, account]))
  for (const [index, item] of (Array.isArray(given) ? given.slice(0, MAX_OPENINGS) : []).entries()) {
    const { account_id, opening_amount } = Object(item)
    const path = ['bookkeeping', 'openings', `${index}`]
    const account = lacking.get(account_id)
    if (!account) yield [[...path, 'account_id'], { code: 'opening_not_asked' }]
    else if (account.kind === 'cash' && numberIn(opening_amount) < 0)
      yield [[...path, 'opening_amount'], { code: 'cash_opens_below_zero' }]
    lacking.delete(account_id)
  }
  for (const { name, openingOn } of lacking.values())
    yield [['bookkeeping', 'book_begins_on'], { code: 'account_opened_before', name, date: openingOn }]
}

type Settings = Pick<WorkspaceRow, 'timezone' | 'yearStart' | 'locale'>
type Book = { settings: Settings; closedYear: number | null; accounts: AccountInUse[]; now: Date }

/** Whether the opening of an account stays, since vouchers or a closed year build on it. */
export const isFixed = (
  { lastOn, openingOn }: AccountInUse,
  { settings, closedYear, now }: Omit<Book, 'accounts'>,
): boolean => lastOn !== null || dateIssue({ settings, closedYear }, openingOn, now) !== undefined

/**
 * Gives the accounts their balances on the day on which the book begins: by their openings, or, where those are fixed, by a
 * voucher with what came and went while the book was kept elsewhere.
 */
export function openAccountsOn(
  { actor, workspace }: { actor: Actor; workspace: Sql },
  { day, openings, ...book }: Book & { day: string; openings: Openings },
): Sql[] {
  const amounts = new Map(openings.map(({ account_id, opening_amount }) => [account_id, opening_amount]))
  const named = book.accounts.flatMap((account) => {
    const amount = amounts.get(account.id)
    return amount === undefined ? [] : [{ account, amount, isFixed: isFixed(account, book) }]
  })
  const moved = named
    .filter((one) => !one.isFixed)
    .map(({ account, amount }) => ({ ...account, after: { opening_on: day, opening_amount: amount } }))
  const drafts = named
    .filter(({ account, amount, isFixed }) => isFixed && amount !== account.balance)
    .map(({ account, amount }) => difference(account, amount - account.balance, { day, ...book }))
  return [
    ...setOpenings(actor, workspace, moved),
    ...insertVouchers(workspace, book.settings.yearStart, drafts),
    ...(drafts.length > 0 ? [recordEntered(actor, workspace, drafts)] : []),
  ]
}

const TEXTS = { de: 'Bewegungen, die woanders gebucht sind', en: 'Movements that are booked elsewhere' }

// On the day before, so that the year of a book that begins with it has none of what was elsewhere.
function difference(
  { id }: AccountInUse,
  amount: number,
  { day, settings, closedYear, now }: Omit<Book, 'accounts'> & { day: string },
): NewVoucher {
  const before = addDays(day, -1)
  return {
    id: newId('vch', now),
    kind: 'money',
    accountId: id,
    bookedOn: dateIssue({ settings, closedYear }, before, now) ? day : before,
    amount,
    text: TEXTS[languageOf(settings.locale)],
    lines: [{ amount }],
  }
}
