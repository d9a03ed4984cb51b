import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS, type Tx } from '../../access/act'
import { permits, requirePermission } from '../../access/authorize'
import { LISTS, type ListId } from '../../access/lists'
import type { Credential, Principal } from '../../access/principal'
import { LEAVE_REASON, MANDATE, PAYER } from '../../person-fields/fields'
import { todayIn } from '../../shared/dates'
import { type Issue, throwIssues } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { date } from '../../shared/text'
import { mayEdit } from '../edit'
import { anywhereIn, listsOfPayers, type PayerRow, selectDependants } from '../payers/facts'
import { failUnlessPaid } from '../payers/guard'
import { payerRule } from '../payers/issues'
import { settleLost } from '../payers/lost'
import { PERSON_ROW, type Person, type PersonRow, parseFixedFields } from '../person'
import { updatePersons } from '../store/bulk-write'
import { recordUpdates } from '../store/events'
import { valuesOf } from '../store/lookups'
import { type Patch, Patches } from '../store/patches'
import { failUnlessAsRead } from '../store/undo'
import { type AccountChoice, accountBeside, GIVEN_UP, passedMandate, passesMandate } from './accounts'

/**
 * Who is to pay for a person, `null` for itself. `revision` is that of the person as it was shown. By default a person gives up
 * an account that is the payer's as well, and keeps another one. `agreedOn` is the day (YYYY-MM-DD) on which the payer agreed to
 * pay, `null` if it is not known that it did; left out, it stays with the same payer.
 */
export type WantedPayer = {
  id: string
  payerId: string | null
  revision?: number | undefined
  account?: AccountChoice | undefined
  agreedOn?: string | null | undefined
}

/** A stored person of either list. */
type Found = { row: StoredRow; person: Person }

type StoredRow = PersonRow & { list: ListId; agreedOn: string | null; payerLostOn: string | null }

/**
 * Gives persons payers, all or none, also `null` to who has lost one and pays for itself, and with an account that a person gives up its mandate, if it is the same holder's. Returns
 * how many persons change. Two trips, one if nothing changes. Throws `permission_missing`, `not_found`, `changed_meanwhile`, and
 * `invalid` under `payer_id`, or under `agreed_on` for a day that is none or lies in the future.
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
    const today = todayIn(credential.workspace.timezone, tx.now)
    throwIssues(issuesOf(wanted, found, dependants, { credential, today }))
    const patches = patchesOf(wanted, found, permits(credential, 'bank_accounts:write'))
    const settled = settledOf(wanted, found)
    if (patches.size + settled.length > 0) await write(tx, credential, found, patches, settled)
    return patches.size + settled.length
  })
}

const selectAnywhere = (workspace: Sql, ids: string[]): Sql<StoredRow>[] =>
  jsonArrays(ids).map(
    (array) => sql<StoredRow>`
      SELECT ${PERSON_ROW}, persons.list_id AS list, payer_agreed_on AS agreedOn, persons.payer_lost_on AS payerLostOn
      FROM json_each(${array}) AS named CROSS JOIN persons
      WHERE ${anywhereIn(workspace)} AND persons.id = named.value`,
  )

/** The lists that have a custom column with the key of the field, and so no payers. */
export const selectTakenLists = (workspace: Sql): Sql<{ list: ListId }> =>
  sql<{ list: ListId }>`
    SELECT list_id AS list FROM custom_columns
    WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND external_id = ${PAYER}`

type ById = Map<string, Found>

type Asked = { credential: Credential; today: string }

function* issuesOf(
  wanted: WantedPayer[],
  found: ById,
  dependants: PayerRow[],
  { credential, today }: Asked,
): Iterable<Issue> {
  const payers = [...found.values()].map(
    ({ row: { id, list, area }, person }): PayerRow => ({
      id,
      list,
      area,
      payerId: (person[PAYER] ?? null) as string | null,
      isDeceased: person[LEAVE_REASON] === 'deceased' ? 1 : 0,
    }),
  )
  const byId = new Map(wanted.map(({ id, payerId }) => [id, payerId]))
  const rule = payerRule({ payers, dependants }, listsOfPayers(credential), {
    payerOf: (id) => byId.get(id),
    paidBy: (payer) => wanted.flatMap(({ id, payerId }) => (payerId === payer ? [id] : [])),
    isDeleted: () => false,
  })
  for (const { id, payerId, agreedOn } of wanted) {
    const { row, person } = found.get(id) as Found
    if (typeof agreedOn === 'string') {
      if (!date.safeParse(agreedOn).success) yield [['agreed_on'], { code: 'required' }]
      else if (agreedOn > today) yield [['agreed_on'], { code: 'in_future' }]
    }
    yield* rule(payerId, { id, payerId: person[PAYER], area: row.area })
  }
}

/** What is written of each person that changes. */
function patchesOf(wanted: WantedPayer[], found: ById, mayWriteAccounts: boolean): Map<string, Patch> {
  const patches = new Map<string, Patch>()
  const add = (id: string, patch: Patch) => patches.set(id, { ...patches.get(id), ...patch })
  for (const { id, payerId, account, agreedOn } of wanted) {
    const { row, person } = found.get(id) as Found
    const isOther = (person[PAYER] ?? null) !== payerId
    if (isOther) add(id, { payer_id: payerId })
    if (payerId !== null && agreedOn !== undefined && (isOther || agreedOn !== row.agreedOn))
      add(id, { payer_agreed_on: agreedOn })
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

/** Who has lost a payer and is said to pay for itself. */
const settledOf = (wanted: WantedPayer[], found: ById): string[] =>
  wanted.flatMap(({ id, payerId }) => (payerId === null && found.get(id)?.row.payerLostOn ? [id] : []))

async function write(
  tx: Tx,
  credential: Credential,
  found: ById,
  patches: Map<string, Patch>,
  settled: string[],
): Promise<void> {
  const ids = [...patches.keys()]
  const rowsOf = (list: ListId, ids: string[]) =>
    ids.flatMap((id) => found.get(id)?.row ?? []).filter((row) => row.list === list)
  const statements = LISTS.flatMap((list) => {
    const rows = rowsOf(list, ids)
    const settledRows = rowsOf(list, settled)
    if (rows.length + settledRows.length === 0) return []
    const written = new Patches(...rows.map(({ id, area }) => ({ ...patches.get(id), id, area })))
    const permission = permits(credential, `${list}:write`)
      ? (`${list}:write` as const)
      : 'bank_accounts:write'
    const workspace = tx.writableWorkspace({ permission })
    return [
      ...jsonArrays([...rows, ...settledRows].map(({ id, area, revision }) => [id, area, revision])).map(
        (array) => failUnlessAsRead(workspace, list, array),
      ),
      ...recordUpdates(tx.actor, workspace, list, written),
      ...updatePersons(workspace, list, written, sql`1`),
      ...settleLost(tx.actor, workspace, { relation: PAYER, list }, settledRows),
    ]
  })
  await tx.write({ statements, paid: failUnlessPaid(tx.workspace(), ids) })
}
