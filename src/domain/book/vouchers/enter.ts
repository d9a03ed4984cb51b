import type { z } from 'zod'
import { sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { type CostUnitIndex, indexCostUnits, selectCostUnitsByName } from '../../fees/expenses'
import type { Issue } from '../../shared/error-list'
import { selectExternalIds, uniqueExternalIds } from '../../shared/external-ids'
import { newIds } from '../../shared/ids'
import { uniqueStrings } from '../../shared/text'
import { isGiven, isObject, itemsIn, numberIn, requireNoErrors, validateItems } from '../../shared/validation'
import { cashIssues, selectCash } from '../accounts/cash'
import { type AccountChoice, accountIssue, chooseAccount, earlyIssues } from '../accounts/choose-account'
import { type BookFacts, bookFacts, dateIssue, selectBook, TO_BOOK } from '../book-facts'
import { assignmentIssues } from '../places/assignment'
import type { NewVoucher, NewVoucherLine } from './insert'
import { MAX_LINES, MAX_VOUCHERS, type newLine, type newVoucher, voucherBatch } from './new-voucher'
import { writeVouchers } from './write'

/**
 * Enters vouchers by hand, all or none and in order, and gives their ids and numbers as a JSON array. Two trips. Throws
 * `permission_missing` and `invalid`.
 */
export async function enterVouchers(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_BOOK, (tx) => enter(tx, body))
}

async function enter(tx: Tx, body: Record<string, unknown>): Promise<string> {
  const { now } = tx
  const items = itemsIn(body, MAX_VOUCHERS)
  const workspace = tx.workspace()
  const accountIds = uniqueStrings(items.flatMap((item) => [item.account_id, item.other_account_id]))
  const namedSql = sql`bases.id IN (SELECT value FROM json_each(${JSON.stringify(accountIds)}))`
  const rows = await tx.read({
    costUnits: selectCostUnitsByName(workspace, items.flatMap(linesIn)),
    known: selectExternalIds(workspace, 'vouchers', items),
    cash: selectCash(workspace, namedSql),
    ...selectBook(workspace),
  })
  const book = bookFacts(rows)
  const costUnits = indexCostUnits(rows.costUnits)
  const externalIdIssues = uniqueExternalIds(rows.known, 'voucher')
  const data = validateItems(voucherBatch, body, function* (item) {
    yield* dayIssues(item, book, now)
    yield* amountIssues(item)
    for (const [index, line] of linesIn(item).entries())
      for (const [path, refused] of assignmentIssues(line, costUnits))
        yield [['lines', `${index}`, ...path], refused]
    yield* externalIdIssues(item)
  })
  const ids = newIds('vch', now, data.length)
  const accounts = chooseAccount(book, now)
  const drafted = data.map((item, index) => ({
    account: accounts(null, item.account_id),
    voucher: draftOf(item, String(ids[index]), costUnits),
  }))
  const drafts = drafted.map(({ voucher, account }): NewVoucher => ({ ...voucher, accountId: account.id }))
  requireNoErrors([
    ...earlyIssues(drafted, (index) => ['data', `${index}`, 'booked_on']),
    ...[...cashIssues(rows.cash, drafts)].map(
      ([index, refusal]): Issue => [['data', `${index}`, 'amount'], refusal],
    ),
  ])
  return writeVouchers(tx, {
    drafts,
    accounts: drafted.map(({ account }): AccountChoice => account),
    book,
  })
}

type Item = Record<string, unknown>
type Input = z.infer<typeof newVoucher>

const linesIn = ({ lines }: Item): Item[] =>
  Array.isArray(lines) ? lines.slice(0, MAX_LINES).filter(isObject) : []

/** The issues of the date of a voucher and of the accounts that it names. */
function* dayIssues(item: Item, book: BookFacts, now: Date): Iterable<Issue> {
  const { booked_on, account_id, other_account_id } = item
  if (typeof booked_on !== 'string') return
  const date = dateIssue(book, booked_on, now)
  if (date) yield [['booked_on'], date]
  for (const key of ['account_id', 'other_account_id'] as const) {
    const id = item[key]
    const issue = typeof id === 'string' ? accountIssue(book, id, booked_on) : undefined
    if (issue) yield [[key], issue]
  }
  if (isGiven(account_id) && account_id === other_account_id)
    yield [['other_account_id'], { code: 'same_account' }]
}

function* amountIssues({ kind, amount, lines }: Item): Iterable<Issue> {
  if (kind === 'transfer') return
  if (!isGiven(amount) && !isGiven(lines)) yield [['amount'], { code: 'amount_missing' }]
  if (!isGiven(amount) || !Array.isArray(lines)) return
  const sum = lines.reduce((total, line) => total + numberIn(Object(line).amount), 0)
  if (Number.isSafeInteger(sum) && sum !== amount) yield [['amount'], { code: 'not_the_sum', sum }]
}

function draftOf(item: Input, id: string, costUnits: CostUnitIndex): Omit<NewVoucher, 'accountId'> {
  const { booked_on, text, party = null, external_id = null } = item
  const draft = { id, bookedOn: booked_on, text, party, externalId: external_id }
  if (item.kind === 'transfer')
    return {
      ...draft,
      kind: 'transfer',
      otherAccountId: item.other_account_id,
      amount: item.amount,
      lines: [],
    }
  const lines = (item.lines ?? [{ amount: numberIn(item.amount) }]).map(
    (line: z.infer<typeof newLine>): NewVoucherLine => {
      const costUnit = costUnits(line)
      return {
        amount: line.amount,
        text: line.text ?? null,
        costUnitId: costUnit?.id ?? null,
        categoryId: costUnit?.categoryId ?? null,
        sphere: line.sphere ?? null,
        side: line.side ?? null,
      }
    },
  )
  return { ...draft, kind: 'money', amount: lines.reduce((total, { amount }) => total + amount, 0), lines }
}
