import { sql } from 'drizzle-orm'
import { retrying, trip } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { ask, type Caller, requirePermission } from '../admission'
import { newIds } from '../ids'
import { textsIn } from '../text'
import { validate } from '../validation'
import { creditorReference } from './creditor-reference'
import { debtorsAmong, faultsOfNaming, type Naming, personsWith, requireReadable } from './debtors'
import { bookingOf, booksOf, categoriesOfUnitsNamed, faultsOfExpense, unitsNamed } from './expenses'
import { type Fee, MOST_FEES, newFees } from './fee'

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
    const debtors = debtorsAmong(rows.byId, rows.byExternalId)
    for (const item of items) requireReadable(credential, debtors(item))
    const books = booksOf(rows.units, rows.categories)
    const { data } = validate(
      newFees(function* (item) {
        yield* faultsOfNaming(item, debtors)
        yield* faultsOfExpense(Object(item.attached_expense), books)
      }),
      body,
    )
    const ids = newIds('fee', caller.now, data.length)
    const claimed = data.map((item, at) => {
      const [debtor] = debtors(item)
      return {
        id: String(ids[at]),
        reference: creditorReference(),
        amount: item.amount,
        description: item.description,
        person_name: String(debtor?.name),
        person_id: String(debtor?.id),
      }
    })
    const written = data.map((item, at) => ({
      ...claimed[at],
      ...bookingOf(item.attached_expense ?? {}, books),
    }))
    await trip(caller.db, { written: jsonArrays(written).map((array) => insert(caller, array)) })
    return claimed
  })

type Item = Naming & { attached_expense?: unknown }

const itemsOf = ({ data }: Record<string, unknown>): Item[] =>
  Array.isArray(data)
    ? data.slice(0, MOST_FEES).filter((item) => typeof item === 'object' && item !== null)
    : []

function insert(caller: Caller, array: string) {
  return caller.db.run(sql`
    INSERT INTO fees
      (workspace_id, id, reference, amount, description, person_id, person_name,
       cost_unit_id, category_id, sphere, created_at)
    SELECT ${caller.workspace}, value ->> 'id', value ->> 'reference', value ->> 'amount',
      value ->> 'description', value ->> 'person_id', value ->> 'person_name',
      value ->> 'unit', value ->> 'category', value ->> 'sphere', ${caller.now.toISOString()}
    FROM json_each(${array})`)
}
