import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import type { ExplainedRefusal } from '../../shared/refusals'
import { effectsOf, type Movement } from './account-days'
import { basesCte, DAYS } from './balances'
import type { AccountChoice } from './choose-account'

/** What a cash box gains or loses on a day, in cents; on the day `''` what it holds before the others. */
export type CashDay = { accountId: string; date: string; amount: number }

/** The days of the cash boxes since the last closed year, for {@link cashIssues}. A condition over `bases.id` narrows them. */
export const selectCash = (workspace: Sql, condition: Sql = sql`TRUE`): Sql<CashDay> => sql<CashDay>`
  WITH ${basesCte(workspace)} ${selectDays(condition)}`

/**
 * The drafts of vouchers that would bring a cash box below zero, by their index, and when. Days count
 * as a whole, and all of the money that comes in counts first. `opened` are accounts that the batch opens.
 */
export function* cashIssues(
  days: CashDay[],
  drafts: Movement[],
  opened: AccountChoice[] = [],
): Iterable<readonly [index: number, refusal: ExplainedRefusal]> {
  const boxes = new Map<string, Map<string, number>>()
  for (const { id, kind, isNew } of opened) if (isNew && kind === 'cash') boxes.set(id, new Map())
  for (const { accountId, date, amount } of days)
    boxes.set(accountId, (boxes.get(accountId) ?? new Map()).set(date, amount))
  const effects = drafts.flatMap((draft, index) =>
    effectsOf(draft).map((effect) => ({ ...effect, index, date: draft.bookedOn })),
  )
  const incomesFirst = effects.toSorted((one, other) => Number(one.amount < 0) - Number(other.amount < 0))
  for (const { index, accountId, date, amount } of incomesFirst) {
    const box = boxes.get(accountId)
    if (!box) continue
    box.set(date, (box.get(date) ?? 0) + amount)
    const below = amount < 0 ? firstBelowZero(box, date) : undefined
    if (below === undefined) continue
    yield [index, { code: 'cash_below_zero', date: below }]
    box.set(date, (box.get(date) ?? 0) - amount)
  }
}

/** The first day on which a cash box would be below zero if it began with another amount (cents); `''` is the opening. */
export const belowZeroFrom = (days: CashDay[], opening: number): string | undefined =>
  firstBelowZero(new Map([...days.map(({ date, amount }) => [date, amount] as const), ['', opening]]), '')

/** Makes a batch fail as a conflict if one of the drafts that it has inserted brought a cash box below zero. */
export function requireCash(workspace: Sql, drafts: Movement[]): Sql[] {
  const losing = drafts.flatMap(effectsOf).filter(({ amount }) => amount < 0)
  const ids = [...new Set(losing.map(({ accountId }) => accountId))]
  return ids.length > 0 ? [requireCashOf(workspace, ids)] : []
}

/** Makes a batch fail as a conflict if one of these cash boxes is below zero on a day. */
export function requireCashOf(workspace: Sql, ids: string[]): Sql {
  const namedSql = sql`bases.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  return failUnless(sql`NOT EXISTS (
    WITH ${basesCte(workspace)}
    SELECT 1
    FROM (SELECT sum(amount) OVER (PARTITION BY accountId ORDER BY date) AS balance FROM (${selectDays(namedSql)}))
    WHERE balance < 0)`)
}

const selectDays = (condition: Sql): Sql => sql`
  SELECT id AS accountId, '' AS date, amount FROM bases WHERE bases.kind = 'cash' AND ${condition}
  UNION ALL
  SELECT bases.id, booked_on, account_days.amount FROM bases CROSS JOIN ${DAYS} AND bases.kind = 'cash' AND ${condition}`

function firstBelowZero(box: Map<string, number>, from: string): string | undefined {
  let balance = 0
  for (const date of [...box.keys()].sort()) {
    balance += box.get(date) ?? 0
    if (date >= from && balance < 0) return date
  }
  return undefined
}
