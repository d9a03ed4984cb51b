import { retryOnConflict, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { idempotently, storeResult } from '../access/idempotency'
import type { ListId } from '../access/lists'
import { narrowedTo } from '../access/narrowed'
import { TENANT, workspaceCte } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { conditionIssues } from '../persons/browse-query'
import { isSelected, type Selection } from '../persons/bulk/selection'
import { DISPLAY_NAME } from '../persons/person'
import { queryToday } from '../persons/query-today'
import { type Segment, segmentFromRow, selectSegments } from '../segments/segment'
import { creditorReference } from '../shared/creditor-reference'
import { invalid } from '../shared/errors'
import { newIds } from '../shared/ids'
import { validate } from '../shared/validation'
import type { StaffPrincipal } from '../staff/principal'
import {
  amountFor,
  type Claimant,
  type ClaimTerms,
  claimTerms,
  type LeftOut,
  termIssues,
} from './claim-terms'
import { insertFees } from './create'
import { recordFees } from './events'
import {
  type CostUnitIndex,
  expenseIssues,
  indexCostUnits,
  selectCostUnitsByName,
  storedExpense,
} from './expenses'
import { selectCostUnitNames } from './open'

/** How many persons a claim is about at most. */
export const MAX_CLAIMS = 10_000

/** What the form of a claim offers: saved views, cost units, and the columns of the list in `context`. */
export type ClaimChoices = {
  segments: Segment[]
  costUnits: { name: string; category: string | null }[]
  context: ListContext
}

/** Reads what a claim from persons of a list can be made of. One trip. Throws what `requireList` throws. */
export async function readClaimChoices(
  principal: StaffPrincipal,
  { list }: { list: string },
): Promise<ClaimChoices> {
  const { context, rows } = await queryToday(narrowedTo('fees:write', principal), list, 'read', () => ({
    segments: selectSegments(principal, list),
    costUnits: selectCostUnitNames(principal.workspace()),
  }))
  return { segments: rows.segments.map(segmentFromRow), costUnits: rows.costUnits, context }
}

/** From whom fees are claimed, and the {@link claimTerms}. */
export type ClaimRequest = { list: ListId; selection: Selection; body: Record<string, unknown> }

type Person = Pick<Claimant, 'id' | 'name'>

/** What a claim would do. `mark` names what was shown, for the form that confirms it; `sum` is in cents. */
export type ClaimPreview = {
  terms: ClaimTerms
  fees: (Claimant & { amount: number })[]
  sum: number
  leftOut: { reason: LeftOut; persons: Person[] }[]
  mark: string
  context: ListContext
}

/**
 * Says what a claim would do. One trip; a second where the date in the workspace is not the expected one. Throws what
 * `requireList` throws, `permission_missing`, and `invalid` for the terms, a condition of the selection, or too many persons.
 */
export async function previewClaim(principal: StaffPrincipal, request: ClaimRequest): Promise<ClaimPreview> {
  return (await prepare(principal, request)).preview
}

/** What a claim has done, or what it would do now, where that is not what was confirmed. */
export type ClaimOutcome =
  | { outcome: 'done'; count: number; sum: number; batchId: string }
  | { outcome: 'changed'; preview: ClaimPreview }

/**
 * Claims fees from persons, all or none, if they are those that were confirmed. No one gets two fees of one description, also
 * where two claim at the same time. Two trips. Throws what {@link previewClaim} throws.
 */
export async function runClaim(
  principal: StaffPrincipal,
  { mark, ...request }: ClaimRequest & { mark: string },
): Promise<ClaimOutcome> {
  try {
    const stored = await idempotently(principal, () => retryOnConflict(() => claim(principal, request, mark)))
    return { outcome: 'done', ...JSON.parse(stored) }
  } catch (error) {
    if (error instanceof Changed) return { outcome: 'changed', preview: error.preview }
    throw error
  }
}

class Changed extends Error {
  constructor(readonly preview: ClaimPreview) {
    super()
  }
}

async function claim(principal: StaffPrincipal, request: ClaimRequest, mark: string): Promise<string> {
  const { preview, costUnits } = await prepare(principal, request)
  const { fees, sum, terms } = preview
  if (preview.mark !== mark || fees.length === 0) throw new Changed(preview)
  const ids = newIds('fee', principal.now, fees.length)
  const stored = fees.map(({ id, name, amount, description }, index) => ({
    id: ids[index],
    reference: creditorReference(String(ids[index])),
    amount,
    description,
    person_id: id,
    person_name: name,
    due_on: terms.due_on ?? undefined,
    ...storedExpense(terms.attached_expense, costUnits),
  }))
  const result = JSON.stringify({ count: fees.length, sum, batchId: principal.actor.batchId })
  const writable = principal.writableWorkspace({ permission: 'fees:write' })
  await trip(principal.db, {
    guard: requireUnclaimed(writable, fees),
    created: jsonArrays(stored).map((array) => insertFees(principal, writable, array)),
    recorded: recordFees(principal.actor, writable, ids),
    result: storeResult(principal, result),
  })
  return result
}

/** Makes a batch fail where one of the fees has been claimed since it was looked for. */
const requireUnclaimed = (workspace: Sql, fees: Claimant[]): Sql[] =>
  jsonArrays(fees.map(({ id, description }) => [id, description])).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS claimed
      CROSS JOIN fees INDEXED BY fees_by_person ON fees.workspace_id = ${workspace}
        AND fees.person_id = claimed.value ->> 0 AND fees.description = claimed.value ->> 1
        AND fees.status <> 'cancelled')`),
  )

type Prepared = { preview: ClaimPreview; costUnits: CostUnitIndex }

async function prepare(principal: StaffPrincipal, request: ClaimRequest): Promise<Prepared> {
  const { list, selection, body } = request
  const expense = Object(body.attached_expense)
  const { credential, context, rows } = await queryToday(
    narrowedTo('fees:write', principal),
    list,
    'read',
    (today) => ({
      claimants: selectClaimants(principal.workspace(), request, today),
      costUnits: selectCostUnitsByName(principal.workspace(), [expense]),
    }),
  )
  const costUnits = indexCostUnits(rows.costUnits)
  const terms = validate(claimTerms, body, function* (given) {
    yield* termIssues(given, context.columns)
    yield* expenseIssues(expense, costUnits)
    if (rows.claimants.length > MAX_CLAIMS)
      yield [['selection'], `has more than ${MAX_CLAIMS} persons`] as const
  })
  const conditions =
    'query' in selection ? conditionIssues(selection.query, context, credential.permissions) : {}
  if (Object.keys(conditions).length > 0)
    throw invalid({ selection: ['has a condition that the list cannot meet'] })
  return { preview: { ...previewOf(terms, rows.claimants), terms, context }, costUnits }
}

function previewOf(terms: ClaimTerms, claimants: Claimant[]) {
  const all = claimants.map((claimant) => ({ ...claimant, amount: amountFor(terms, claimant) }))
  const fees = all.filter((one): one is Claimant & { amount: number } => typeof one.amount === 'number')
  const others = all.filter(({ amount }) => typeof amount === 'string')
  const leftOut = Map.groupBy(others, ({ amount }) => amount as LeftOut)
  const sum = fees.reduce((total, { amount }) => total + amount, 0)
  return {
    fees,
    sum,
    leftOut: [...leftOut].map(([reason, persons]) => ({ reason, persons })),
    mark: `${fees.length}.${sum}`,
  }
}

/** The persons of a selection, at most one more than a claim is about, with the description for each. */
function selectClaimants(
  workspace: Sql,
  { list, selection, body }: ClaimRequest,
  today: string,
): Sql<Claimant> {
  const { column_id: columnId, due_on: dueOn } = body
  const path = typeof columnId === 'string' && /^col_\w+$/.test(columnId) ? `$.${columnId}` : '$.none'
  const year = (typeof dueOn === 'string' && dueOn !== '' ? dueOn : today).slice(0, 4)
  const description = String(body.description ?? '').replaceAll('{{year}}', year)
  return sql<Claimant>`
    WITH ${workspaceCte(workspace)}, claimants AS MATERIALIZED (
      SELECT persons.id, ${DISPLAY_NAME} AS name, json_extract(custom_values, ${path}) AS value,
        trim(replace(replace(${description}, '{{first_name}}', coalesce(first_name, '')),
          '{{last_name}}', coalesce(last_name, ''))) AS description
      FROM persons WHERE ${isSelected(TENANT, list, selection, today)} LIMIT ${MAX_CLAIMS + 1})
    SELECT claimants.*, EXISTS (
      SELECT 1 FROM fees INDEXED BY fees_by_person
      WHERE fees.workspace_id = ${TENANT} AND fees.person_id = claimants.id
        AND fees.description = claimants.description AND fees.status <> 'cancelled') AS isClaimed
    FROM claimants`
}
