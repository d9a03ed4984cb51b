import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { NOW, strictlyAfter } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act, only, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { changesBetween } from '../../events/changes'
import { recordEvents } from '../../events/record'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { codeOf, singleLine } from '../../shared/text'
import { isGiven, numberIn, validate } from '../../shared/validation'
import { bookFacts, EVER, requireOpenYears, selectBook, TO_BOOK } from '../book-facts'
import { type Account, accountIban, cents, eventState, selectAccounts, toApi } from './account'
import { awaitBegun, awaitShown } from './await-begun'
import { belowZeroFrom, requireCashOf, selectCash } from './cash'
import { beginIssues, ibanIssues, openingIssues } from './create'

/** The body that updates an account. */
export const accountChange = z
  .strictObject({
    name: singleLine(100).nullish(),
    archived: z
      .boolean()
      .nullish()
      .describe(
        'An archived account takes no new vouchers. It can have a balance, which stays in the report: transfer it before if the account is empty',
      ),
    iban: accountIban.nullable().optional().describe('Fixed once a statement was imported'),
    opening_on: z.iso
      .date()
      .nullish()
      .describe(
        'Fixed once the account has vouchers; for one that the service opened, up to the first of them',
      ),
    opening_amount: cents.nullish().describe('Fixed as `opening_on` is'),
  })
  .meta({ examples: [{ name: 'Savings' }, { archived: true }] })

/**
 * Renames, archives or restores an account, changes its IBAN while nothing is imported, and its opening while it has no
 * vouchers. Two trips; one if nothing changes. Throws `permission_missing`, `not_found` and `invalid`.
 */
export async function updateAccount(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<Account> {
  return act(principal, TO_BOOK, async (tx) => {
    const loaded = await load(tx, id, body)
    const { stored, usage, book } = loaded
    const input = validate(accountChange, body, (given) => issues(given, loaded, tx.now))
    const { name, archived, iban, opening_on, opening_amount } = input
    const after = {
      ...stored,
      name: name ?? stored.name,
      archived: archived ?? stored.archived,
      iban: iban === undefined ? stored.iban : iban,
      opening_on: opening_on ?? stored.opening_on,
      opening_amount: opening_amount ?? stored.opening_amount,
    }
    const before = eventState(stored)
    const changes = {
      ...changesBetween(before, eventState(after)),
      // Two IBANs may end alike.
      ...(after.iban !== stored.iban && {
        iban: [before.iban, eventState(after).iban] as [unknown, unknown],
      }),
    }
    if (Object.keys(changes).length === 0) return stored
    const workspace = tx.writable()
    const { updated } = await tx.write({
      unchanged: failUnless(sql`
        EXISTS (
          SELECT 1 FROM accounts WHERE workspace_id = ${workspace} AND id = ${id} AND updated_at = ${stored.updated_at})
        AND (SELECT usage.firstOn IS ${usage.firstOn} AND usage.isImported = ${usage.isImported}
          FROM (${selectUsage(workspace, id)}) AS usage)`),
      open: changesOpening(stored, after)
        ? [requireOpenYears(workspace, book, [after.opening_on, laterOf(stored, after)])]
        : [],
      written: sql`
        UPDATE accounts
        SET name = ${after.name}, iban = ${after.iban}, opening_on = ${after.opening_on},
          opening_amount = ${after.opening_amount},
          archived_at = CASE WHEN ${after.archived ? 1 : 0} THEN coalesce(archived_at, ${NOW}) END,
          updated_at = ${strictlyAfter(sql`updated_at`)}
        WHERE workspace_id = ${workspace} AND id = ${id}`,
      waiting:
        after.opening_on === stored.opening_on
          ? []
          : [awaitBegun(workspace), awaitShown(workspace, id, [after.opening_on, stored.opening_on])],
      cash: after.kind === 'cash' && changesOpening(stored, after) ? [requireCashOf(workspace, [id])] : [],
      recorded: recordEvents(tx.actor, workspace, { action: 'account.updated', subject: 'account' }, [
        { id, name: after.name, changes },
      ]),
      updated: selectAccounts(tx.workspace(), sql`accounts.id = ${id}`),
    })
    return toApi(only(updated))
  })
}

/** What fixes parts of an account: the date of its first voucher, and whether a statement was imported. */
type Usage = { firstOn: string | null; isImported: number }

async function load(tx: Tx, id: string, body: Record<string, unknown>) {
  const workspace = tx.workspace()
  const movesOpening = isGiven(body.opening_on) || isGiven(body.opening_amount)
  const rows = await tx.read({
    accounts: selectAccounts(workspace, sql`accounts.id = ${id}`),
    usage: selectUsage(workspace, id),
    cash: movesOpening ? [selectCash(workspace, sql`bases.id = ${id}`)] : [],
    ...selectBook(workspace),
  })
  return {
    stored: requireAccount(rows.accounts.map(toApi)),
    usage: rows.usage[0] as Usage,
    cash: rows.cash,
    book: bookFacts(rows),
  }
}

/** Throws `not_found` if there is no account. */
export function requireAccount<A>([account]: A[]): A {
  if (account) return account
  throw new DomainError('not_found', 'There is no such account.')
}

const selectUsage = (workspace: Sql, id: string): Sql<Usage> => sql<Usage>`
  SELECT
    (SELECT min(booked_on) FROM account_days WHERE workspace_id = ${workspace} AND account_id = ${id}) AS firstOn,
    EXISTS (SELECT 1 FROM statements WHERE workspace_id = ${workspace} AND account_id = ${id}) AS isImported`

type Opening = Pick<Account, 'opening_on' | 'opening_amount'>

const changesOpening = (stored: Opening, after: Opening): boolean =>
  stored.opening_on !== after.opening_on || stored.opening_amount !== after.opening_amount

/** The stored opening may lie before all closed years only where the service opened the account. */
const laterOf = (stored: Opening, after: Opening): string =>
  stored.opening_on === EVER ? after.opening_on : stored.opening_on

function* issues(
  given: Record<string, unknown>,
  { stored, usage, cash, book }: Awaited<ReturnType<typeof load>>,
  now: Date,
): Iterable<Issue> {
  const { id, kind } = stored
  const iban = typeof given.iban === 'string' ? codeOf(given.iban) : given.iban
  if (iban !== undefined && iban !== stored.iban) {
    if (usage.isImported) yield [['iban'], { code: 'iban_fixed' }]
    yield* ibanIssues({ id, kind, iban: given.iban }, book)
  }
  const { opening_on, opening_amount, archived } = given
  const opensOn = isGiven(opening_on) ? opening_on : stored.opening_on
  if (stored.archived && archived === false)
    for (const [, refused] of beginIssues({ opening_on: opensOn }, book)) yield [['archived'], refused]
  const changed = (['opening_on', 'opening_amount'] as const).filter(
    (key) => isGiven(given[key]) && given[key] !== stored[key],
  )
  const [first] = changed
  if (!first) return
  if (usage.firstOn && stored.opening_on !== EVER) {
    for (const key of changed) yield [[key], { code: 'opening_fixed' }]
    return
  }
  const opening = { kind, opening_on: opening_on ?? stored.opening_on, opening_amount }
  if (usage.firstOn && String(opening.opening_on) > usage.firstOn)
    yield [['opening_on'], { code: 'after_first_voucher', date: usage.firstOn }]
  if (stored.opening_on !== EVER)
    for (const [, refused] of openingIssues({ opening_on: stored.opening_on }, book, now))
      yield [[first], refused]
  yield* openingIssues(opening, book, now)
  yield* beginIssues(opening, book)
  const below =
    kind === 'cash' ? belowZeroFrom(cash, numberIn(opening_amount ?? stored.opening_amount)) : undefined
  if (below) yield [['opening_amount'], { code: 'cash_below_zero', date: below }]
}
