import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { retrying, trip } from '../db/client'
import { jsonArrays } from '../db/json'
import { costUnitCategories, costUnits, persons } from '../db/schema'
import { ask, type Caller, type Credential, permits, requirePermission, workspaceOf } from './admission'
import { creditorReference } from './creditor-reference'
import { newIds } from './ids'
import { LISTS, listsOf } from './lists'
import { Refusal } from './refusal'
import { line, textsIn } from './text'
import { type Judge, judged, validate } from './validation'

export const MOST_FEES = 10_000

/** A fee as the contract shows it; `amount` in cents. */
export const fee = z
  .object({
    id: z.string(),
    reference: z
      .string()
      .describe('ISO 11649 creditor reference, for the remittance information of a transfer'),
    amount: z.int().describe('Cents'),
    description: z.string(),
    person_name: z.string().describe('The name at the time of the claim'),
    person_id: z.string(),
  })
  .meta({
    id: 'Fee',
    examples: [
      {
        id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        reference: 'RF74K3M0Q8ZT2V5XW1YB',
        amount: 4500,
        description: 'Annual fee 2026',
        person_name: 'Ada Lovelace',
        person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe',
      },
    ],
  })
export type Fee = z.infer<typeof fee>

const newFee = z.strictObject({
  amount: z.int().min(1).max(99_999_999_999).describe('Cents'),
  description: line(500).describe('Used in the dashboard and in mails'),
  person_id: z.string().optional().describe('Exactly one of `person_id` and `person_external_id` is given'),
  person_external_id: z.string().optional(),
  attached_expense: z
    .strictObject({
      costunit_name: z.string().optional().describe('A cost unit that is not archived'),
      category_name: z.string().optional().describe('A category of the cost unit'),
      sphere: z.enum(['purpose', 'ideal', 'business', 'assets']).optional(),
    })
    .optional(),
})

/** The body that claims fees; `judge` hears every item, nobody does for the description. */
export const newFees = (judge: Judge = () => []) =>
  z.strictObject({ data: z.array(judged(newFee, judge)).min(1).max(MOST_FEES) })

/**
 * Claims fees from persons, all or none, in two trips, and gives them in the order of the request. Refuses as
 * `permission_missing` where a person is in a list that the key may not read.
 */
export const claimFees = (caller: Caller, body: Record<string, unknown>): Promise<Fee[]> =>
  retrying(async () => {
    const items = itemsOf(body)
    const unitNames = textsIn(items.map((item) => Object(item.attached_expense).costunit_name))
    const { credential, rows } = await ask(caller, {
      byId: personsWith(caller, 'id', textsIn(items.map((item) => item.person_id))),
      byExternalId: personsWith(caller, 'externalId', textsIn(items.map((item) => item.person_external_id))),
      units: unitsNamed(caller, unitNames),
      categories: categoriesOfUnitsNamed(caller, unitNames),
    })
    requirePermission(credential, 'fees:write')
    const debtors = debtorsAmong(rows.byId as Debtor[], rows.byExternalId as Debtor[])
    for (const item of items) for (const debtor of debtors.of(item)) requireReadable(credential, debtor)
    const books = booksOf(rows.units as Unit[], rows.categories as Category[])
    const { data } = validate(newFees(judgeOf(debtors, books)), body)
    const ids = newIds('fee', caller.now, data.length)
    const claimed = data.map((item, at) => {
      const [debtor] = debtors.of(item)
      return {
        fee: {
          id: String(ids[at]),
          reference: creditorReference(),
          amount: item.amount,
          description: item.description,
          person_name: String(debtor?.name),
          person_id: String(debtor?.id),
        },
        booking: bookingOf(item.attached_expense ?? {}, books),
      }
    })
    const written = jsonArrays(claimed.map(({ fee, booking }) => ({ ...fee, ...booking })))
    await trip(caller.db, { written: written.map((array) => insert(caller, array)) })
    return claimed.map(({ fee }) => fee)
  })

type Item = { person_id?: unknown; person_external_id?: unknown; attached_expense?: unknown }
type Expense = { costunit_name?: unknown; category_name?: unknown; sphere?: unknown }
type Debtor = { id: string; list: (typeof LISTS)[number]; externalId: string | null; name: string }
type Unit = { id: string; name: string; archivedAt: string | null }
type Category = { id: string; unitId: string; name: string }
type Debtors = ReturnType<typeof debtorsAmong>
type Books = ReturnType<typeof booksOf>

function* faultsOfDebtor(item: Item, debtors: Debtors) {
  const keys = (['person_id', 'person_external_id'] as const).filter((key) => item[key] !== undefined)
  const [key] = keys
  if (!key || keys.length > 1)
    yield [['person_id'], 'must be given, or person_external_id in its place, but not both'] as const
  else if (typeof item[key] !== 'string') return
  else if (debtors.of(item).length === 0) yield [[key], 'is nobody in the lists of this workspace'] as const
  else if (debtors.of(item).length > 1)
    yield [[key], 'is in two lists; name the person by person_id'] as const
}

function* faultsOfExpense({ costunit_name, category_name }: Expense, books: Books) {
  const unit = books.unit(costunit_name)
  const at = (key: string) => ['attached_expense', key]
  if (typeof costunit_name === 'string' && !unit) yield [at('costunit_name'), 'is no cost unit'] as const
  if (unit?.archivedAt) yield [at('costunit_name'), 'is archived; restore it or name another one'] as const
  if (category_name === undefined) return
  if (costunit_name === undefined)
    yield [at('costunit_name'), 'is required where category_name is given'] as const
  else if (unit && !books.category(unit, category_name))
    yield [at('category_name'), 'is no category of the cost unit'] as const
}

const judgeOf = (debtors: Debtors, books: Books): Judge =>
  function* (item) {
    yield* faultsOfDebtor(item, debtors)
    yield* faultsOfExpense(Object(item.attached_expense), books)
  }

function debtorsAmong(byId: Debtor[], byExternalId: Debtor[]) {
  const ids = Map.groupBy<unknown, Debtor>(byId, ({ id }) => id)
  const externalIds = Map.groupBy<unknown, Debtor>(byExternalId, ({ externalId }) => externalId)
  const of = ({ person_id, person_external_id }: Item): Debtor[] =>
    (person_id === undefined ? externalIds.get(person_external_id) : ids.get(person_id)) ?? []
  return { of }
}

function booksOf(units: Unit[], categories: Category[]) {
  const byName = new Map<unknown, Unit>(units.map((unit) => [unit.name, unit]))
  return {
    unit: (name: unknown) => byName.get(name),
    category: (unit: Unit, name: unknown) =>
      categories.find((category) => category.unitId === unit.id && category.name === name),
  }
}

function bookingOf({ costunit_name, category_name, sphere }: Expense, books: Books) {
  const unit = books.unit(costunit_name)
  return { unit: unit?.id, category: unit && books.category(unit, category_name)?.id, sphere }
}

function requireReadable(credential: Credential, { list }: Debtor): void {
  const isSubscribed = listsOf(credential.workspace.subscriptionVariant).includes(list)
  if (isSubscribed && permits(credential, `${list}:read`)) return
  throw new Refusal('permission_missing', `This API key may not claim fees from persons in ${list}.`)
}

// In all lists. Cross joins make SQLite look up what is named; left to itself the planner reads the whole table.
const personsWith = (caller: Caller, key: 'id' | 'externalId', values: string[]) =>
  jsonArrays(values).map((array) =>
    caller.db
      .select({
        id: sql<string>`${persons.id}`.as('person_id'),
        list: persons.listId,
        externalId: persons.externalId,
        name: DISPLAY_NAME.as('display_name'),
      })
      .from(sql`json_each(${array}) AS named`)
      .crossJoin(persons)
      .where(
        sql`workspace_id = ${workspaceOf(caller)} AND ${inArray(persons.listId, [...LISTS])}
          ${key === 'id' ? sql`AND area IN ('regular', 'applications')` : sql``} AND ${persons[key]} = named.value`,
      ),
  )

const DISPLAY_NAME = sql<string>`coalesce(
  nullif(concat_ws(' ', first_name, last_name), ''), email, membership_number, external_id)`

const unitsNamed = (caller: Caller, names: string[]) =>
  jsonArrays(names).map((array) =>
    caller.db
      .select({
        id: sql<string>`${costUnits.id}`.as('unit_id'),
        name: costUnits.name,
        archivedAt: costUnits.archivedAt,
      })
      .from(sql`json_each(${array}) AS named`)
      .crossJoin(costUnits)
      .where(sql`workspace_id = ${workspaceOf(caller)} AND name = named.value`),
  )

const categoriesOfUnitsNamed = (caller: Caller, names: string[]) =>
  jsonArrays(names).map((array) =>
    caller.db
      .select({
        id: costUnitCategories.id,
        unitId: costUnitCategories.costUnitId,
        name: costUnitCategories.name,
      })
      .from(costUnitCategories)
      .where(
        sql`workspace_id = ${workspaceOf(caller)} AND cost_unit_id IN (
          SELECT id FROM cost_units
          WHERE workspace_id = ${workspaceOf(caller)} AND name IN (SELECT value FROM json_each(${array}))
        )`,
      ),
  )

function insert(caller: Caller, array: string) {
  return caller.db.run(sql`
    INSERT INTO fees
      (workspace_id, id, reference, amount, description, person_id, person_name,
       cost_unit_id, category_id, sphere, created_at)
    SELECT ${workspaceOf(caller)}, value ->> 'id', value ->> 'reference', value ->> 'amount',
      value ->> 'description', value ->> 'person_id', value ->> 'person_name',
      value ->> 'unit', value ->> 'category', value ->> 'sphere', ${caller.now.toISOString()}
    FROM json_each(${array})`)
}

const itemsOf = ({ data }: Record<string, unknown>): Item[] =>
  Array.isArray(data)
    ? data.slice(0, MOST_FEES).filter((item) => typeof item === 'object' && item !== null)
    : []
