import type { AccountFacts } from '../../book/book-facts'
import type { Issue } from '../../shared/error-list'
import { newIds } from '../../shared/ids'
import type { NumberedLine, NumberedStatement } from './fingerprint'

/** A statement of a file with the account that it is of. `position` counts the statements of the file from 1. */
export type PlacedStatement = {
  id: string
  position: number
  account: AccountFacts
  from_on: string | null
  to_on: string | null
  /** In cents; null if the file has none, or in another currency than euros. */
  opening: number | null
  closing: number | null
  /** Those from the day on which the account begins. */
  lines: NumberedLine[]
  skipped: number
  /** The sum of all booked entries in cents; null if the balances do not tell it. */
  amount: number | null
}

/** The statements of a file on their accounts, which {@link accountIssues} has found. */
export function placeStatements(
  statements: readonly NumberedStatement[],
  accounts: readonly AccountFacts[],
  now: Date,
): PlacedStatement[] {
  const ids = newIds('stm', now, statements.length)
  const byIban = new Map(accounts.map((account) => [account.iban, account]))
  return statements.flatMap((statement, index) => {
    const account = byIban.get(statement.iban)
    if (!account) return []
    const lines = statement.lines.filter(({ booked_on }) => booked_on >= account.openingOn)
    const isEuro = statement.currency === 'EUR'
    return [
      {
        id: String(ids[index]),
        position: index + 1,
        account,
        from_on: statement.from,
        to_on: statement.to,
        opening: isEuro ? statement.opening : null,
        closing: isEuro ? statement.closing : null,
        lines,
        skipped: statement.skipped.length + statement.lines.length - lines.length,
        amount: amountOf(statement),
      },
    ]
  })
}

// A page may have the balances of the whole statement, and an entry in another currency an amount of its own.
function amountOf({ page, opening, closing, lines }: NumberedStatement): number | null {
  if (page !== null || opening === null || closing === null) return null
  return lines.every(({ currency }) => currency === 'EUR')
    ? lines.reduce((sum, { amount }) => sum + amount, 0)
    : null
}

/** The issues of statements whose account the workspace lacks. Messages show no more than the end of an IBAN. */
export function* accountIssues(
  statements: readonly NumberedStatement[],
  accounts: readonly AccountFacts[],
  accountId: string | undefined,
): Iterable<Issue> {
  const byIban = new Map(accounts.map((account) => [account.iban, account]))
  const hasIban = accounts.some(({ id, iban }) => id === accountId && iban !== null)
  const told = new Set<string>()
  for (const [index, { iban }] of statements.entries()) {
    const account = byIban.get(iban)
    if ((account && !account.isArchived) || told.has(iban)) continue
    told.add(iban)
    const end = iban.slice(-4)
    yield [
      ['statements', `${index}`, 'iban'],
      account
        ? { code: 'statement_account_archived', end }
        : { code: 'statement_account_unknown', end, hasIban },
    ]
  }
}
