import * as z from 'zod'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT } from '../../access/principal'
import { query } from '../../access/query'
import { insertEvents } from '../../events/record'
import { newId } from '../../shared/ids'
import { beyondIdSql } from '../../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../../shared/paging'
import { instant, singleLine } from '../../shared/text'
import { validate } from '../../shared/validation'
import { bookFacts, dateIssue, requireBook, requireOpenYears, selectBook, TO_BOOK } from '../book-facts'
import { cents } from './account'
import { balanceWhere, basesCte } from './balances'
import { requireAccount } from './update'

/** What was counted in a cash box at the end of a day. */
export const cashCount = z
  .object({
    id: z.string(),
    account_id: z.string(),
    counted_on: z.iso.date(),
    counted: z.int().describe('Cents'),
    expected: z.int().describe('Cents that the book had at the end of the day when the count was recorded'),
    difference: z.int().describe('Cents that were counted beyond what was expected'),
    note: z.string().nullable(),
    created_at: instant,
  })
  .meta({
    id: 'CashCount',
    examples: [
      {
        id: 'cnt_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        account_id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        counted_on: '2026-01-31',
        counted: 12150,
        expected: 12200,
        difference: -50,
        note: null,
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type CashCount = z.infer<typeof cashCount>

/** The body that records a count. */
export const newCount = z
  .strictObject({
    counted_on: z.iso.date().describe('Not in the future, not in a closed year'),
    counted: cents.min(0).describe('Cents'),
    note: singleLine(500).nullish(),
  })
  .meta({ examples: [{ counted_on: '2026-01-31', counted: 12150, note: 'With the board' }] })

/** The query of a page of counts. */
export const countsQuery = z.strictObject(pagingQuery)

/**
 * Records what was counted in a cash box at the end of a day, and what the book expects. Two trips. Throws
 * `permission_missing`, `not_found`, and `invalid` also for a bank account and while the book is kept elsewhere.
 */
export async function countCash(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<CashCount> {
  return JSON.parse(await act(principal, TO_BOOK, (tx) => record(tx, id, body)))
}

async function record(tx: Tx, id: string, body: Record<string, unknown>): Promise<string> {
  const rows = await tx.read(selectBook(tx.workspace()))
  const book = bookFacts(rows)
  requireBook(book)
  const account = requireAccount(book.accounts.filter((one) => one.id === id))
  const input = validate(newCount, body, function* ({ counted_on }) {
    if (account.kind !== 'cash') yield [['account_id'], { code: 'only_cash_counted' }] as const
    if (typeof counted_on !== 'string') return
    const issue = dateIssue(book, counted_on, tx.now)
    if (issue) yield [['counted_on'], issue] as const
    else if (counted_on < account.openingOn)
      yield [['counted_on'], { code: 'before_account', date: account.openingOn }] as const
  })
  const workspace = tx.writable()
  const { counted_on, counted, note = null } = input
  const countId = newId('cnt', tx.now)
  return tx.finish(selectJson(tx.workspace(), id, countId), {
    open: requireOpenYears(workspace, book, [counted_on]),
    inserted: sql`
        WITH ${basesCte(workspace)}
        INSERT INTO cash_counts (workspace_id, account_id, id, counted_on, counted, expected, note, created_at)
        SELECT ${TENANT}, id, ${countId}, ${counted_on}, ${counted}, ${balanceWhere(sql`booked_on <= ${counted_on}`)},
          ${note}, ${NOW}
        FROM bases WHERE id = ${id}`,
    recorded: insertEvents(
      tx.actor,
      workspace,
      { action: 'account.counted', subject: 'account' },
      sql`
          SELECT ${id}, ${account.name}, json_object('counted_on', json_array(NULL, counted_on),
            'counted', json_array(NULL, counted), 'difference', json_array(NULL, counted - expected))
          FROM cash_counts WHERE workspace_id = ${TENANT} AND account_id = ${id} AND id = ${countId}`,
    ),
  })
}

/**
 * Lists a page of the counts of a cash box in the order of their recording. One trip. Throws `permission_missing`,
 * `not_found`.
 */
export async function viewCounts(
  principal: Principal,
  { id, query: asked }: { id: string; query: z.infer<typeof countsQuery> },
): Promise<{ counts: CashCount[]; perPage: number; cursors: Cursors }> {
  const workspace = principal.workspace()
  const request = pageRequest(asked)
  const { position, order, limit } = request
  const { credential, rows } = await query(
    principal,
    {
      accounts: sql`SELECT id FROM accounts WHERE workspace_id = ${workspace} AND id = ${id}`,
      counts: sql<CashCount>`
        ${selectCounts(workspace, id, beyondIdSql(position, sql`id`))} ORDER BY id ${order} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  requireAccount(rows.accounts)
  const paged = { workspace: credential.workspace, scope: ['counts', id] }
  const { rows: page, ...paging } = answerPage(request, rows.counts, {
    ...paged,
    keyOf: (count) => count.id,
  })
  return { counts: page, ...paging }
}

const selectJson = (workspace: Sql, accountId: string, countId: string): Sql<{ json: string }> => sql<{
  json: string
}>`
  SELECT json_object('id', id, 'account_id', account_id, 'counted_on', counted_on, 'counted', counted,
    'expected', expected, 'difference', difference, 'note', note, 'created_at', created_at) AS json
  FROM (${selectCounts(workspace, accountId, sql`id = ${countId}`)})`

const selectCounts = (workspace: Sql, accountId: string, condition: Sql): Sql<CashCount> => sql<CashCount>`
  SELECT id, account_id, counted_on, counted, expected, counted - expected AS difference, note, created_at
  FROM cash_counts WHERE workspace_id = ${workspace} AND account_id = ${accountId} AND ${condition}`
