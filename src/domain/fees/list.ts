import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { costUnitCategories, costUnits, fees } from '../../db/schema'
import { ask, type Caller, requirePermission } from '../access/admission'
import { LISTS } from '../access/lists'
import { DomainError } from '../shared/errors'
import { firstIdAt } from '../shared/ids'
import {
  type Cursors,
  cutPage,
  MOST_PER_PAGE,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { instant, singleLine } from '../shared/text'
import { idPrefixOf } from './creditor-reference'
import { fee, SPHERES } from './fee'

const STATUSES = ['open', 'paid', 'collecting', 'returned', 'cancelled'] as const
export type FeeStatus = (typeof STATUSES)[number]

/** A fee as it is read back: the contract's fields, where it stands, and what it is booked to. */
export const readableFee = fee
  .extend({
    status: z.enum(STATUSES),
    attached_expense: z
      .object({
        costunit_name: z.string().nullable(),
        category_name: z.string().nullable(),
        sphere: z.enum(SPHERES).nullable(),
      })
      .nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ReadableFee' })
export type ReadableFee = z.infer<typeof readableFee>

/** The query of a page of fees. */
export const feesQuery = z.strictObject({
  ...pagingQuery,
  person_id: singleLine(255).optional().describe('Only fees of this person. By index.'),
  person_external_id: singleLine(255)
    .optional()
    .describe('Only fees of the persons with this external_id. By index.'),
  reference: singleLine(35).optional().describe('Only the fee with this reference. By key.'),
  created_since: z.iso.datetime().optional().describe('Only fees created at this instant or later. By key.'),
  updated_since: z.iso.datetime().optional().describe('Only fees written at this instant or later. Scans.'),
})

/** Reads a page of fees in the order of their creation. One trip; the rows of the page and a constant. */
export async function listFees(
  caller: Caller,
  { cursor, per_page, ...filter }: z.infer<typeof feesQuery>,
): Promise<{ fees: ReadableFee[]; perPage: number; cursors: Cursors }> {
  const position = readCursor(cursor)?.position
  const backwards = position?.direction === 'prev'
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const { credential, rows } = await ask(caller, {
    page: select(
      caller,
      and(...conditions(caller, filter), position && (backwards ? lt : gt)(fees.id, position.key)),
      indexedBy(filter),
    )
      .orderBy((backwards ? desc : asc)(fees.id))
      .limit(perPage + 1),
  })
  requirePermission(credential, 'fees:read')
  const scope = JSON.stringify([credential.workspace.id, 'fees', filter])
  await requireOwnCursor(cursor, scope)
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf: ({ id }) => id })
  return { fees: page.rows.map(toApi), perPage, cursors: page.cursors }
}

/** Reads one fee. One trip. */
export async function getFee(caller: Caller, id: string): Promise<ReadableFee> {
  const { credential, rows } = await ask(caller, { fee: select(caller, eq(fees.id, id)) })
  requirePermission(credential, 'fees:read')
  const [found] = rows.fee
  if (!found) throw new DomainError('not_found', 'There is no such fee.')
  return toApi(found)
}

type Filter = Omit<z.infer<typeof feesQuery>, 'cursor' | 'per_page'>
type Row = Awaited<ReturnType<typeof select>>[number]

function* conditions(caller: Caller, filter: Filter): Iterable<SQL | undefined> {
  if (filter.person_id !== undefined) yield eq(fees.personId, filter.person_id)
  if (filter.person_external_id !== undefined)
    yield sql`${fees.personId} IN (
      SELECT id FROM persons WHERE workspace_id = ${caller.workspace}
        AND ${inArray(sql`list_id`, [...LISTS])} AND external_id = ${filter.person_external_id})`
  if (filter.reference !== undefined) yield* hasReference(filter.reference)
  if (filter.created_since !== undefined) yield gte(fees.id, firstIdAt('fee', new Date(filter.created_since)))
  if (filter.updated_since !== undefined)
    yield gte(fees.updatedAt, new Date(filter.updated_since).toISOString())
}

// A reference holds the beginning of the fee's id, so that it needs no index of its own.
function* hasReference(reference: string): Iterable<SQL> {
  const prefix = idPrefixOf(reference)
  yield eq(fees.reference, reference)
  yield gte(fees.id, prefix)
  yield lt(fees.id, `${prefix}~`)
}

// Left to itself the planner reads all fees of the workspace and picks those of the person.
const indexedBy = ({ person_id, person_external_id }: Filter): SQL =>
  sql.raw((person_id ?? person_external_id) ? 'INDEXED BY fees_by_person' : '')

const select = (caller: Caller, which: SQL | undefined, index = sql``) =>
  caller.db
    .select({
      id: sql<string>`${fees.id}`.as('fee_id'),
      reference: sql<string>`${fees.reference}`.as('reference'),
      amount: sql<number>`${fees.amount}`.as('amount'),
      description: sql<string>`${fees.description}`.as('description'),
      personName: sql<string>`${fees.personName}`.as('person_name'),
      personId: sql<string>`${fees.personId}`.as('person_id'),
      status: sql<ReadableFee['status']>`${fees.status}`.as('status'),
      costUnit: sql<string | null>`${costUnits.name}`.as('cost_unit'),
      category: sql<string | null>`${costUnitCategories.name}`.as('category'),
      sphere: sql<(typeof SPHERES)[number] | null>`${fees.sphere}`.as('sphere'),
      createdAt: sql<string>`${fees.createdAt}`.as('fee_created_at'),
      updatedAt: sql<string>`${fees.updatedAt}`.as('fee_updated_at'),
    })
    .from(sql`fees ${index}`)
    .leftJoin(costUnits, and(eq(costUnits.workspaceId, fees.workspaceId), eq(costUnits.id, fees.costUnitId)))
    .leftJoin(
      costUnitCategories,
      and(
        eq(costUnitCategories.workspaceId, fees.workspaceId),
        eq(costUnitCategories.costUnitId, fees.costUnitId),
        eq(costUnitCategories.id, fees.categoryId),
      ),
    )
    .where(and(sql`${fees.workspaceId} = ${caller.workspace}`, which))

const toApi = (row: Row): ReadableFee => ({
  id: row.id,
  reference: row.reference,
  amount: row.amount,
  description: row.description,
  person_name: row.personName,
  person_id: row.personId,
  status: row.status,
  attached_expense:
    row.costUnit === null && row.sphere === null
      ? null
      : { costunit_name: row.costUnit, category_name: row.category, sphere: row.sphere },
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
