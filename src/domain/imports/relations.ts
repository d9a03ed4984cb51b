import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { TENANT, workspaceCte } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { GUARDIAN, LEAVE_REASON, PAYER, RELATION_KEYS, type Relation } from '../person-fields/fields'
import { maskIbansIn } from '../persons/mask'
import type { PayerFacts, PayerRow } from '../persons/payers/facts'
import { relationRule } from '../persons/payers/relation-rule'
import type { PersonRow } from '../persons/person'
import type { WrongCode } from './cells/grade'
import type { Decided, Source } from './decide'
import type { Gap } from './planned'
import { PLACE_IN_KEYS } from './store'

/** A person who may be named as a payer or guardian. */
export type Nameable = PayerRow & { number: string | null }

/** The condition that a column of an import is one of payers, or of guardians. */
const columnOfSql = (relation: Relation): Sql =>
  sql`instr(imports.settings -> '$.mapping', ${JSON.stringify(relation)}) > 0`

/** The texts by which the file of an import names payers or guardians. */
const selectNames = (id: string, relation: Relation): Sql => {
  const name = sql.raw(`key.value ->> ${PLACE_IN_KEYS[relation]}`)
  return sql`
    SELECT ${name} AS name FROM imports
    CROSS JOIN import_parts ON import_parts.workspace_id = imports.workspace_id AND import_id = imports.id
    CROSS JOIN json_each(content) AS key
    WHERE imports.workspace_id = ${TENANT} AND imports.id = ${id} AND ${columnOfSql(relation)}
      AND kind = 'keys' AND ${name} IS NOT NULL`
}

/** The persons of both lists whose id, external id or membership number the file of an import names as that of a payer or guardian. */
export const selectNamedIn = (workspace: Sql, id: string): Sql<Nameable> => sql<Nameable>`
  SELECT persons.id AS id, persons.list_id AS list, persons.area AS area, persons.payer_id AS payerId,
    persons.external_id AS externalId, persons.membership_number AS number,
    persons.birthdate AS birthdate, persons.leave_reason IS 'deceased' AS isDeceased
  FROM (
    WITH ${workspaceCte(workspace)}, names (name) AS MATERIALIZED (
      ${selectNames(id, PAYER)} UNION ${selectNames(id, GUARDIAN)})
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
    AND ${columnOfSql(PAYER)}`

/** What decides who pays and acts for whom in a list, the persons of which were read. */
type Facts = Omit<PayerFacts, 'payers'> & {
  payers: Nameable[]
  lists: ListId[]
  context: ListContext
  persons: PersonRow[]
  /** The ids of the persons who are created, in their order. */
  newIds: string[]
  /** The columns of the file that name payers and guardians. */
  columns: Record<Relation, number | null>
}

/** What a file says of payer and guardian of a person. */
export type NamedTexts = Partial<Record<Relation, string>>

/** What a file says of each person, by its id. */
type Given = { gaps: Gap[]; named: Map<string, NamedTexts>; mark: unknown[] }

/**
 * Gives the persons of a file the payers and guardians that it names, by membership number, external id or id, as things are after
 * the import: of other rows in any order, and of stored persons. A text that names nobody, or several, is a gap, as is somebody who
 * is refused.
 */
export function giveRelations(decided: Decided, facts: Facts): Given {
  const given: Given = { gaps: [], named: new Map(), mark: [] }
  for (const relation of RELATION_KEYS)
    if (decided.sources.some(({ named }) => named[relation] !== undefined))
      giveRelation(relation, decided, facts, given)
  return given
}

const CODES = {
  [PAYER]: { unknown: 'payer_unknown', several: 'payer_several' },
  [GUARDIAN]: { unknown: 'guardian_unknown', several: 'guardian_several' },
} as const satisfies Record<Relation, Record<string, WrongCode>>

function giveRelation(relation: Relation, decided: Decided, facts: Facts, given: Given): void {
  const { sources } = decided
  const inFile = afterImport(sources, facts)
  const find = finder(inFile, facts)
  const leaveOut = ({ person: { rows } }: Source, cell: string, code: WrongCode) =>
    given.gaps.push({ row: rows[0] ?? 0, column: facts.columns[relation], cell: maskIbansIn(cell), code })
  const named = new Map<string, string | null>()
  for (const [index, source] of sources.entries()) {
    const text = source.named[relation]
    const id = String(inFile[index]?.id)
    if (text === null) named.set(id, null)
    if (typeof text !== 'string') continue
    const [found, second] = find(text)
    if (found && !second) named.set(id, found.id)
    else leaveOut(source, text, CODES[relation][found ? 'several' : 'unknown'])
  }
  // Who keeps a payer since another one is refused may be in the way of others.
  for (
    let refused = refusedIn(relation, named, inFile, facts);
    refused.size > 0;
    refused = refusedIn(relation, named, inFile, facts)
  )
    for (const [index, code] of refused) {
      const source = sources[index] as Source
      named.delete(String(inFile[index]?.id))
      leaveOut(source, String(source.named[relation]), code)
    }
  for (const [index, { named: texts }] of sources.entries()) {
    const id = String(inFile[index]?.id)
    const other = named.get(id)
    if (other === undefined) continue
    decided.items[index] = JSON.stringify({ ...JSON.parse(String(decided.items[index])), [relation]: other })
    given.named.set(id, { ...given.named.get(id), [relation]: String(texts[relation] ?? '') })
  }
  const created = new Set(facts.newIds)
  given.mark.push(...[...named.values()].map((id) => (id !== null && created.has(id) ? 'new' : id)))
}

type InFile = Nameable & { guardianId: string | null; birthdate: string | null }

/** The persons of a file as they are after the import. */
function afterImport(sources: Source[], { persons, context: { list }, newIds }: Facts): InFile[] {
  const areas = new Map(persons.map(({ id, area }) => [id, area]))
  let created = 0
  return sources.map(({ person: { keys }, target }) => {
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
    return {
      id: target?.id ?? String(newIds[created++]),
      list,
      area: (target && areas.get(target.id)) ?? 'regular',
      payerId: textOf(target?.[PAYER]),
      guardianId: textOf(target?.[GUARDIAN]),
      birthdate: keys.birthdate ?? textOf(target?.birthdate),
      externalId: keys.externalId ?? textOf(target?.external_id),
      number: keys.number ?? textOf(target?.membership_number),
      isDeceased: target?.[LEAVE_REASON] === 'deceased' ? 1 : 0,
    }
  })
}

/** Finds all whom a text names. An external id is of the list of the file, else of the other one. */
function finder(
  inFile: Nameable[],
  { payers, lists, context: { list } }: Facts,
): (text: string) => Nameable[] {
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

/** Why persons of the file do not get the payers or guardians that it names, by their positions. */
function refusedIn(
  relation: Relation,
  named: Map<string, string | null>,
  inFile: InFile[],
  { payers: stored, dependants, lists, context }: Facts,
): Map<number, WrongCode> {
  const namedBy = Map.groupBy(named.keys(), (id) => named.get(id))
  const rule = relationRule({ payers: [...stored, ...inFile], dependants }, lists, context, {
    payerOf: (id) => named.get(id),
    paidBy: (id) => namedBy.get(id) ?? [],
    isDeleted: () => false,
  })
  const refused = new Map<number, WrongCode>()
  for (const [index, person] of inFile.entries()) {
    const [issue] = rule([{ relation, key: relation, id: named.get(person.id) }], person)
    if (issue) refused.set(index, issue[1].code as WrongCode)
  }
  return refused
}
