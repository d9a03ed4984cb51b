import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { narrowedTo } from '../access/narrowed'
import { type Credential, type Principal, TENANT, workspaceCte } from '../access/principal'
import { selectCostUnitNames } from '../cost-units/names'
import type { CustomColumn } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import { hasUnmetCondition } from '../persons/browse-query'
import { type Selection, selectedSql } from '../persons/bulk/selection'
import { DISTINCTION, namesakesAmong } from '../persons/namesake'
import { DISPLAY_NAME } from '../persons/person'
import { queryToday } from '../persons/query-today'
import { jsonPath } from '../persons/store/filter'
import { type Segment, segmentFromRow, selectSegments } from '../segments/segment'
import { todayIn } from '../shared/dates'
import { refusedAt } from '../shared/error-list'
import { validate } from '../shared/validation'
import type { StaffPrincipal } from '../staff/principal'
import {
  amountFor,
  type ChargedPerson,
  type ChargeTerms,
  chargeTerms,
  columnNamed,
  type LeftOut,
  termIssues,
} from './charge-terms'
import { type ColumnUse, selectColumnUses } from './events'
import { type CostUnitIndex, expenseIssues, indexCostUnits, selectCostUnitsByName } from './expenses'

/** How many persons are charged at once at most. */
export const MAX_CHARGED = 10_000

/** What the form that charges offers: saved views, cost units, the columns of the list in `context`, and their last uses. */
export type ChargeChoices = {
  segments: Segment[]
  costUnits: { name: string; category: string | null }[]
  columnUses: ColumnUse[]
  context: ListContext
}

/** Reads what persons of a list can be charged by. One trip. Throws what `requireList` throws. */
export async function viewChargeChoices(
  principal: StaffPrincipal,
  { list }: { list: string },
): Promise<ChargeChoices> {
  const { context, rows } = await queryToday(narrowedTo('fees:write', principal), list, 'read', () => ({
    segments: selectSegments(principal, list),
    costUnits: selectCostUnitNames(principal.workspace()),
    columnUses: selectColumnUses(principal.workspace(), list),
  }))
  const { costUnits, columnUses } = rows
  return { segments: rows.segments.map(segmentFromRow), costUnits, columnUses, context }
}

/** Who is charged, and the {@link chargeTerms}. */
export type ChargeRequest = { list: ListId; selection: Selection; body: Record<string, unknown> }

type Person = Pick<ChargedPerson, 'id' | 'name' | 'distinction'>

/** What charging would do. `mark` names what was shown, for the form that confirms it; `sum` is in cents. */
export type ChargePreview = {
  terms: ChargeTerms
  fees: (ChargedPerson & { amount: number })[]
  sum: number
  /** The ids of those whose name others who are charged have. */
  namesakes: Set<string>
  leftOut: { reason: LeftOut; persons: Person[] }[]
  mark: string
  /** The description without the names of persons. */
  description: string
  /** The column that the amounts follow from, if they do, and its last use. */
  column: CustomColumn | undefined
  columnUse: ColumnUse | undefined
  context: ListContext
}

/**
 * Says what charging would do. One trip; a second if the date in the workspace is not the expected one. Throws what
 * `requireList` throws, `permission_missing`, and `invalid` for the terms, a condition of the selection, or too many persons.
 */
export async function previewCharge(
  principal: StaffPrincipal,
  request: ChargeRequest,
): Promise<ChargePreview> {
  return (await prepareCharge(principal, request)).preview
}

type Prepared = { preview: ChargePreview; costUnits: CostUnitIndex }

/** {@link previewCharge}, with the cost units that the terms name, for charging itself. */
export async function prepareCharge(principal: StaffPrincipal, request: ChargeRequest): Promise<Prepared> {
  const read = await readCharge(principal, request)
  const terms = validate(chargeTerms, request.body, (given) => chargeIssues(given, read))
  const { credential, context, costUnits } = read
  if (hasUnmetCondition(request.selection, context, credential.permissions))
    throw refusedAt('selection', { code: 'condition_unmet' })
  return { preview: previewOf(terms, read), costUnits }
}

/** What charging depends on: who is charged, the cost units and the columns that the body names. */
export type ChargeRead = {
  charged: ChargedPerson[]
  costUnits: CostUnitIndex
  columnUses: ColumnUse[]
  description: string
  context: ListContext
  credential: Credential
}

/**
 * Reads what a charge depends on. One trip; a second if the date in the workspace is not the expected one. Throws what
 * `requireList` throws, and `permission_missing`.
 */
export async function readCharge(principal: Principal, request: ChargeRequest): Promise<ChargeRead> {
  const { list, body } = request
  const { credential, context, rows } = await queryToday(
    narrowedTo('fees:write', principal),
    list,
    'read',
    (today) => ({
      charged: selectChargedPersons(principal.workspace(), request, today),
      costUnits: selectCostUnitsByName(principal.workspace(), [Object(body.attached_expense)]),
      columnUses: typeof body.column_id === 'string' ? [selectColumnUses(principal.workspace(), list)] : [],
    }),
  )
  return {
    charged: rows.charged,
    costUnits: indexCostUnits(rows.costUnits),
    columnUses: rows.columnUses,
    description: withYear(body, todayIn(credential.workspace.timezone, principal.now)),
    context,
    credential,
  }
}

/** The issues of terms that only the database knows. */
export function* chargeIssues(
  given: Record<string, unknown>,
  { charged, costUnits, context }: ChargeRead,
  selectionKey = 'selection',
) {
  yield* termIssues(given, context.columns)
  yield* expenseIssues(Object(given.attached_expense), costUnits)
  if (charged.length > MAX_CHARGED)
    yield [[selectionKey], { code: 'too_many_persons', max: MAX_CHARGED }] as const
}

/** What charging by terms would do. */
export function previewOf(
  terms: ChargeTerms,
  { charged, columnUses, description, context }: ChargeRead,
): ChargePreview {
  const column = columnNamed(context.columns, terms.column_id)
  const columnUse = columnUses.find(({ column_id }) => column_id === column?.id)
  return { terms, description, column, columnUse, context, ...amountsOf(terms, charged) }
}

function amountsOf(terms: ChargeTerms, charged: ChargedPerson[]) {
  const all = charged.map((person) => ({ ...person, amount: amountFor(terms, person) }))
  const fees = all.filter((one): one is ChargedPerson & { amount: number } => typeof one.amount === 'number')
  const others = all.filter(({ amount }) => typeof amount === 'string')
  const leftOut = Map.groupBy(others, ({ amount }) => amount as LeftOut)
  const sum = fees.reduce((total, { amount }) => total + amount, 0)
  return {
    fees,
    sum,
    namesakes: namesakesAmong(charged, ({ name }) => name),
    leftOut: [...leftOut].map(([reason, persons]) => ({ reason, persons })),
    mark: `${fees.length}.${sum}`,
  }
}

/** The description of fees with the year of the due date, or of today, filled in. */
function withYear({ description, due_on: dueOn }: Record<string, unknown>, today: string): string {
  const year = (typeof dueOn === 'string' && dueOn !== '' ? dueOn : today).slice(0, 4)
  return String(description ?? '').replaceAll('{{year}}', year)
}

/** The persons of a selection, at most one more than are charged at once, with the description for each. */
function selectChargedPersons(
  workspace: Sql,
  { list, selection, body }: ChargeRequest,
  today: string,
): Sql<ChargedPerson> {
  const { column_id: columnId } = body
  const path = typeof columnId === 'string' ? jsonPath(TENANT, list, columnId) : sql`NULL`
  const description = withYear(body, today)
  return sql<ChargedPerson>`
    WITH ${workspaceCte(workspace)}, charged AS MATERIALIZED (
      SELECT persons.id, ${DISPLAY_NAME} AS name, ${DISTINCTION} AS distinction, custom_values ->> ${path} AS value,
        trim(replace(replace(${description}, '{{first_name}}', coalesce(first_name, '')),
          '{{last_name}}', coalesce(last_name, ''))) AS description
      FROM persons WHERE ${selectedSql(TENANT, list, selection, today)} LIMIT ${MAX_CHARGED + 1})
    SELECT charged.*, EXISTS (
      SELECT 1 FROM fees INDEXED BY fees_by_person
      WHERE fees.workspace_id = ${TENANT} AND fees.person_id = charged.id
        AND fees.description = charged.description AND fees.status <> 'cancelled') AS isCharged
    FROM charged`
}
