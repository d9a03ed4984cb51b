import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS, type Tx } from '../../access/act'
import { permits, requirePermission } from '../../access/authorize'
import { LISTS, type ListId } from '../../access/lists'
import type { Credential, Principal } from '../../access/principal'
import { MANDATE, PAYER } from '../../person-fields/fields'
import { throwIssues } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { mayEdit } from '../edit'
import { anywhereIn, listsOfPayers, type PayerRow, selectDependants } from '../payers/facts'
import { failUnlessPaid } from '../payers/guard'
import { payerRule } from '../payers/issues'
import { PERSON_ROW, type Person, type PersonRow, parseFixedFields } from '../person'
import { updatePersons } from '../store/bulk-write'
import { recordUpdates } from '../store/events'
import { valuesOf } from '../store/lookups'
import { type Patch, Patches } from '../store/patches'
import { failUnlessAsRead } from '../store/undo'
import { type AccountChoice, accountBeside, GIVEN_UP, passedMandate, passesMandate } from './accounts'

/**
 * Who is to pay for a person, `null` for itself. `revision` is that of the person as it was shown. By default a person gives up
 * an account that is the payer's as well, and keeps another one.
 */
export type WantedPayer = {
  id: string
  payerId: string | null
  revision?: number | undefined
  account?: AccountChoice | undefined
}

/** A stored person of either list. */
type Found = { row: PersonRow & { list: ListId }; person: Person }

/**
 * Gives persons payers, all or none, and with an account that a person gives up its mandate, if it is the same holder's. Returns
 * how many persons change. Two trips, one if nothing changes. Throws `permission_missing`, `not_found`, `changed_meanwhile`, and
 * `invalid` under `payer_id`.
 */
export async function savePayers(principal: Principal, wanted: WantedPayer[]): Promise<number> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const ids = wanted.flatMap(({ id, payerId }) => (payerId === null ? [id] : [id, payerId]))
    const { credential, persons, dependants, taken } = await tx.read({
      persons: selectAnywhere(tx.workspace(), ids),
      dependants: jsonArrays(ids).map((array) => selectDependants(tx.workspace(), valuesOf(array))),
      taken: selectTakenLists(tx.workspace()),
    })
    const found = new Map(persons.map((row) => [row.id, { row, person: parseFixedFields(row) }]))
    for (const { id, revision } of wanted) {
      const row = found.get(id)?.row
      if (!row || taken.some(({ list }) => list === row.list))
        throw new DomainError('not_found', 'There is no such person.')
      if (revision !== undefined && row.revision !== revision)
        throw new DomainError('changed_meanwhile', 'The person has changed since it was shown.')
      if (!mayEdit(credential, row.list, PAYER)) requirePermission(credential, `${row.list}:write`)
    }
    throwIssues(issuesOf(wanted, found, dependants, credential))
    const patches = patchesOf(wanted, found, permits(credential, 'bank_accounts:write'))
    if (patches.size > 0) await write(tx, credential, found, patches)
    return patches.size
  })
}

const selectAnywhere = (workspace: Sql, ids: string[]): Sql<Found['row']>[] =>
  jsonArrays(ids).map(
    (array) => sql<Found['row']>`
      SELECT ${PERSON_ROW}, persons.list_id AS list FROM json_each(${array}) AS named CROSS JOIN persons
      WHERE ${anywhereIn(workspace)} AND persons.id = named.value`,
  )

/** The lists that have a custom column with the key of the field, and so no payers. */
export const selectTakenLists = (workspace: Sql): Sql<{ list: ListId }> =>
  sql<{ list: ListId }>`
    SELECT list_id AS list FROM custom_columns
    WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND external_id = ${PAYER}`

type ById = Map<string, Found>

function* issuesOf(wanted: WantedPayer[], found: ById, dependants: PayerRow[], credential: Credential) {
  const payers = [...found.values()].map(
    ({ row: { id, list, area }, person }): PayerRow => ({
      id,
      list,
      area,
      payerId: (person[PAYER] ?? null) as string | null,
    }),
  )
  const byId = new Map(wanted.map(({ id, payerId }) => [id, payerId]))
  const rule = payerRule({ payers, dependants }, listsOfPayers(credential), {
    payerOf: (id) => byId.get(id),
    paidBy: (payer) => wanted.flatMap(({ id, payerId }) => (payerId === payer ? [id] : [])),
    isDeleted: () => false,
  })
  for (const { id, payerId } of wanted) {
    const { row, person } = found.get(id) as Found
    yield* rule(payerId, { id, payerId: person[PAYER], area: row.area })
  }
}

/** What is written of each person that changes. */
function patchesOf(wanted: WantedPayer[], found: ById, mayWriteAccounts: boolean): Map<string, Patch> {
  const patches = new Map<string, Patch>()
  const add = (id: string, patch: Patch) => patches.set(id, { ...patches.get(id), ...patch })
  for (const { id, payerId, account } of wanted) {
    const { person } = found.get(id) as Found
    if ((person[PAYER] ?? null) !== payerId) add(id, { payer_id: payerId })
    const payer = payerId === null ? undefined : found.get(payerId)?.person
    const givesUp =
      payer && (account ?? (accountBeside(person, payer) === 'same' ? 'give_up' : 'keep')) === 'give_up'
    if (!givesUp || !mayWriteAccounts || accountBeside(person, payer) === 'none') continue
    if (passesMandate(person, payer) && !patches.get(payer.id)?.[MANDATE])
      add(payer.id, passedMandate(person, payer))
    add(id, GIVEN_UP)
  }
  return patches
}

async function write(
  tx: Tx,
  credential: Credential,
  found: ById,
  patches: Map<string, Patch>,
): Promise<void> {
  const ids = [...patches.keys()]
  const statements = LISTS.flatMap((list) => {
    const rows = ids.flatMap((id) => found.get(id)?.row ?? []).filter((row) => row.list === list)
    if (rows.length === 0) return []
    const written = new Patches(...rows.map(({ id, area }) => ({ ...patches.get(id), id, area })))
    const permission = permits(credential, `${list}:write`)
      ? (`${list}:write` as const)
      : 'bank_accounts:write'
    const workspace = tx.writableWorkspace({ permission })
    return [
      ...jsonArrays(rows.map(({ id, area, revision }) => [id, area, revision])).map((array) =>
        failUnlessAsRead(workspace, list, array),
      ),
      ...recordUpdates(tx.actor, workspace, list, written),
      ...updatePersons(workspace, list, written, sql`1`),
    ]
  })
  await tx.write({ statements, paid: failUnlessPaid(tx.workspace(), ids) })
}
