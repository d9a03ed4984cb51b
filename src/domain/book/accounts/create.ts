import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { rowsAsJson } from '../../../db/json'
import { NOW } from '../../../db/now'
import { accounts } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { changesBetween } from '../../events/changes'
import { recordEvents } from '../../events/record'
import type { Issue } from '../../shared/error-list'
import { newId } from '../../shared/ids'
import { codeOf, singleLine } from '../../shared/text'
import { numberIn, validate } from '../../shared/validation'
import { type BookFacts, bookFacts, dateIssue, requireOpenYears, selectBook, TO_BOOK } from '../book-facts'
import {
  ACCOUNT_COLUMNS,
  type Account,
  accountIban,
  cents,
  eventState,
  selectAccounts,
  toApi,
} from './account'
import { awaitBegun } from './await-begun'

const MAX_ACCOUNTS = 50

/** The body that creates an account. */
export const newAccount = z
  .strictObject({
    kind: z.enum(accounts.kind.enumValues),
    name: singleLine(100),
    iban: accountIban.nullish().describe('Of a bank account; unique in the workspace'),
    opening_on: z.iso.date().describe('When its book begins: not in the future, not in a closed year'),
    opening_amount: cents.describe('Cents that are there then; those of a cash box are 0 or more'),
  })
  .meta({
    examples: [
      {
        kind: 'bank',
        name: 'Savings account',
        iban: 'DE02500105170137075030',
        opening_on: '2026-01-01',
        opening_amount: 125000,
      },
    ],
  })

/** Creates an account. Two trips. Throws `permission_missing` and `invalid`. */
export async function createAccount(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<Account> {
  return toApi(JSON.parse(await act(principal, TO_BOOK, (tx) => create(tx, body))))
}

async function create(tx: Tx, body: Record<string, unknown>): Promise<string> {
  const rows = await tx.read(selectBook(tx.workspace()))
  const book = bookFacts(rows)
  const input = validate(newAccount, body, function* (given) {
    if (book.accounts.length >= MAX_ACCOUNTS)
      yield [['name'], { code: 'too_many', max: MAX_ACCOUNTS, noun: 'account' }]
    yield* ibanIssues(given, book)
    yield* openingIssues(given, book, tx.now)
    yield* beginIssues(given, book)
  })
  const workspace = tx.writable()
  const id = newId('acc', tx.now)
  const { kind, name, iban = null, opening_on, opening_amount } = input
  const account = rowsAsJson(ACCOUNT_COLUMNS, selectAccounts(tx.workspace(), sql`accounts.id = ${id}`))
  const after = eventState({ ...input, iban, archived: false })
  return tx.finish(account, {
    room: failUnless(
      sql`(SELECT count(*) FROM accounts WHERE workspace_id = ${workspace}) < ${MAX_ACCOUNTS}`,
    ),
    open: requireOpenYears(workspace, book, [opening_on]),
    inserted: sql`
        INSERT INTO accounts (workspace_id, id, kind, name, iban, opening_on, opening_amount, created_at, updated_at)
        VALUES (${workspace}, ${id}, ${kind}, ${name}, ${iban}, ${opening_on}, ${opening_amount}, ${NOW}, ${NOW})`,
    waiting: awaitBegun(workspace),
    recorded: recordEvents(tx.actor, workspace, { action: 'account.created', subject: 'account' }, [
      { id, name, changes: changesBetween({}, after) },
    ]),
  })
}

/** The issues of the IBAN of an account of any shape. */
export function* ibanIssues(
  { id, kind, iban }: { id?: unknown; kind?: unknown; iban?: unknown },
  { accounts }: BookFacts,
): Iterable<Issue> {
  if (typeof iban !== 'string') return
  if (kind === 'cash') yield [['iban'], { code: 'iban_of_cash' }]
  if (accounts.some((account) => account.iban === codeOf(iban) && account.id !== id))
    yield [['iban'], { code: 'taken', noun: 'account' }]
}

/** The issue of an account of any shape that opens before the book begins here, if there is one. */
export function* beginIssues(
  { opening_on }: Record<string, unknown>,
  { settings: { bookBeginsOn } }: BookFacts,
): Iterable<Issue> {
  if (bookBeginsOn && typeof opening_on === 'string' && opening_on < bookBeginsOn)
    yield [['opening_on'], { code: 'before_book', date: bookBeginsOn }]
}

/** The issues of the opening of an account of any shape. */
export function* openingIssues(
  { kind, opening_on, opening_amount }: Record<string, unknown>,
  book: BookFacts,
  now: Date,
): Iterable<Issue> {
  const date = typeof opening_on === 'string' ? dateIssue(book, opening_on, now) : undefined
  if (date) yield [['opening_on'], date]
  if (kind === 'cash' && numberIn(opening_amount) < 0)
    yield [['opening_amount'], { code: 'cash_opens_below_zero' }]
}
