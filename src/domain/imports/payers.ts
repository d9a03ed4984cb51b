import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { TENANT, workspaceCte } from '../access/principal'
import { LEAVE_REASON, PAYER } from '../person-fields/fields'
import { maskIbansIn } from '../persons/mask'
import type { PayerFacts, PayerRow } from '../persons/payers/facts'
import { payerRule } from '../persons/payers/issues'
import type { PersonRow } from '../persons/person'
import type { WrongCode } from './cells/grade'
import type { Decided, Source } from './decide'
import type { Gap } from './planned'

/** A person who may be named as a payer. */
export type Nameable = PayerRow & { number: string | null }

/** The condition that a column of an import is one of payers. */
const NAMES_PAYERS = sql`instr(imports.settings -> '$.mapping', ${JSON.stringify(PAYER)}) > 0`

/** The persons of both lists whose id, external id or membership number the file of an import names as that of a payer. */
export const selectNamedPayers = (workspace: Sql, id: string): Sql<Nameable> => sql<Nameable>`
  SELECT persons.id AS id, persons.list_id AS list, persons.area AS area, persons.payer_id AS payerId,
    persons.external_id AS externalId, persons.membership_number AS number,
    persons.leave_reason IS 'deceased' AS isDeceased
  FROM (
    WITH ${workspaceCte(workspace)}, names (name) AS MATERIALIZED (
      SELECT DISTINCT key.value ->> 7 FROM imports
      CROSS JOIN import_parts ON import_parts.workspace_id = imports.workspace_id AND import_id = imports.id
      CROSS JOIN json_each(content) AS key
      WHERE imports.workspace_id = ${TENANT} AND imports.id = ${id} AND ${NAMES_PAYERS}
        AND kind = 'keys' AND key.value ->> 7 IS NOT NULL)
    SELECT persons.workspace_id, persons.id FROM names CROSS JOIN persons
      WHERE persons.workspace_id = ${TENANT} AND persons.list_id IN ('members', 'contacts')
        AND persons.area IN ('regular', 'applications') AND persons.id = name
    UNION SELECT persons.workspace_id, persons.id FROM names CROSS JOIN persons INDEXED BY persons_by_external_id
      WHERE persons.workspace_id = ${TENANT} AND persons.list_id IN ('members', 'contacts')
        AND persons.external_id IS NOT NULL AND persons.external_id = name
    UNION SELECT persons.workspace_id, persons.id FROM names CROSS JOIN persons INDEXED BY persons_by_membership_number
      WHERE persons.workspace_id = ${TENANT} AND persons.list_id = 'members'
        AND persons.membership_number IS NOT NULL AND persons.membership_number = name
  ) AS found CROSS JOIN persons
  WHERE persons.workspace_id = found.workspace_id AND persons.list_id IN ('members', 'contacts')
    AND persons.area IN ('regular', 'applications') AND persons.id = found.id`

/** The persons of a workspace for whom somebody pays; none if an import names no payers. */
export const selectPaid = (workspace: Sql, id: string): Sql<PayerRow> => sql<PayerRow>`
  SELECT persons.id AS id, persons.list_id AS list, persons.area AS area, payer_id AS payerId FROM imports
  CROSS JOIN persons INDEXED BY persons_by_payer ON persons.workspace_id = imports.workspace_id
  WHERE imports.workspace_id = ${workspace} AND imports.id = ${id} AND payer_id IS NOT NULL
    AND ${NAMES_PAYERS}`

/** What decides who pays for whom in a list, the persons of which were read. */
type Facts = Omit<PayerFacts, 'payers'> & {
  payers: Nameable[]
  lists: ListId[]
  list: ListId
  persons: PersonRow[]
  /** The ids of the persons who are created, in their order. */
  newIds: string[]
  /** The column of the file that names payers. */
  column: number | null
}

/** Who is paid for: by the id of the person, what the file says. */
type Given = { gaps: Gap[]; named: Map<string, string>; mark: unknown }

/**
 * Gives the persons of a file the payers that it names, by membership number, external id or id, as things are after the import:
 * of other rows in any order, and of stored persons. A text that names nobody, or several, is a gap, as is a payer who is refused.
 */
export function givePayers(decided: Decided, facts: Facts): Given {
  const { sources } = decided
  const given: Given = { gaps: [], named: new Map(), mark: [] }
  if (sources.every(({ payer }) => payer === undefined)) return given
  const inFile = afterImport(sources, facts)
  const find = finder(inFile, facts)
  const leaveOut = ({ person: { rows } }: Source, cell: string, code: WrongCode) =>
    given.gaps.push({ row: rows[0] ?? 0, column: facts.column, cell: maskIbansIn(cell), code })
  const payers = new Map<string, string | null>()
  for (const [index, source] of sources.entries()) {
    const { payer } = source
    const id = String(inFile[index]?.id)
    if (payer === null) payers.set(id, null)
    if (typeof payer !== 'string') continue
    const [found, second] = find(payer)
    if (found && !second) payers.set(id, found.id)
    else leaveOut(source, payer, found ? 'payer_several' : 'payer_unknown')
  }
  // Who keeps a payer since another one is refused may be in the way of others.
  for (
    let refused = refusedIn(payers, inFile, facts);
    refused.size > 0;
    refused = refusedIn(payers, inFile, facts)
  )
    for (const [index, code] of refused) {
      const source = sources[index] as Source
      payers.delete(String(inFile[index]?.id))
      leaveOut(source, String(source.payer), code)
    }
  for (const [index, { payer: text }] of sources.entries()) {
    const id = String(inFile[index]?.id)
    const payer = payers.get(id)
    if (payer === undefined) continue
    decided.items[index] = JSON.stringify({ ...JSON.parse(String(decided.items[index])), [PAYER]: payer })
    given.named.set(id, String(text ?? ''))
  }
  const created = new Set(facts.newIds)
  given.mark = [...payers.values()].map((id) => (id !== null && created.has(id) ? 'new' : id))
  return given
}

/** The persons of a file as they are after the import. */
function afterImport(sources: Source[], { persons, list, newIds }: Facts): Nameable[] {
  const areas = new Map(persons.map(({ id, area }) => [id, area]))
  let created = 0
  return sources.map(({ person: { keys }, target }) => {
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
    return {
      id: target?.id ?? String(newIds[created++]),
      list,
      area: (target && areas.get(target.id)) ?? 'regular',
      payerId: textOf(target?.[PAYER]),
      externalId: keys.externalId ?? textOf(target?.external_id),
      number: keys.number ?? textOf(target?.membership_number),
      isDeceased: target?.[LEAVE_REASON] === 'deceased' ? 1 : 0,
    }
  })
}

/** Finds all whom a text names. An external id is of the list of the file, else of the other one. */
function finder(inFile: Nameable[], { payers, lists, list }: Facts): (text: string) => Nameable[] {
  const usable = payers.filter((payer) => lists.includes(payer.list))
  const all = new Map([...usable, ...inFile].map((one) => [one.id, one]))
  const byNumber = Map.groupBy(all.values(), ({ number }) => number)
  const byExternalId = Map.groupBy(all.values(), ({ externalId }) => externalId)
  return (text) => {
    const byId = all.get(text)
    if (byId) return [byId]
    const holders = byExternalId.get(text) ?? []
    const own = holders.filter((one) => one.list === list)
    return [...new Set([...(byNumber.get(text) ?? []), ...(own.length > 0 ? own : holders)])]
  }
}

/** Why persons of the file do not get the payers that it names, by their positions. */
function refusedIn(
  payers: Map<string, string | null>,
  inFile: Nameable[],
  { payers: stored, dependants, lists }: Facts,
): Map<number, WrongCode> {
  const paidBy = Map.groupBy(payers.keys(), (id) => payers.get(id))
  const rule = payerRule({ payers: [...stored, ...inFile], dependants }, lists, {
    payerOf: (id) => payers.get(id),
    paidBy: (id) => paidBy.get(id) ?? [],
    isDeleted: () => false,
  })
  const refused = new Map<number, WrongCode>()
  for (const [index, { id, payerId, area }] of inFile.entries()) {
    const [issue] = rule(payers.get(id), { id, payerId, area })
    if (issue) refused.set(index, issue[1].code as WrongCode)
  }
  return refused
}
