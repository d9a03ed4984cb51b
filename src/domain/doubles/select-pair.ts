import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList } from '../access/principal'
import { type DebtorRow, debtorOf, selectOwnDebtors } from '../collections/debtors'
import { mandateOf } from '../collections/view-mandate'
import { namedByOpenImports } from '../imports/open-imports'
import { selectDependants } from '../persons/payers/facts'
import type { PersonRow } from '../persons/person'
import { namedSql, selectPerson } from '../persons/store/lookups'
import { REFERENCE_ROW, type ReferenceRow } from '../persons/store/mandate-references'
import { asReadSql } from '../persons/store/write'
import { type PaidRow, selectPaid } from './merged-payer'

/** Who stays and who goes, as a path and a body name them. */
export type NamedPair = { kept: string; gone: string }

/** What stands against merging two persons, for the trip of a verb. */
export const selectPair = (workspace: Sql, list: string, { kept, gone }: NamedPair) => {
  const [keptPerson, gonePerson] = [selectPerson(workspace, list, kept), selectPerson(workspace, list, gone)]
  const ids = sql`SELECT id FROM (${keptPerson}) UNION ALL SELECT id FROM (${gonePerson})`
  const debtor = (person: Sql) => selectOwnDebtors(workspace, sql`SELECT id AS person_id FROM (${person})`)
  return {
    keptPersons: keptPerson,
    gonePersons: gonePerson,
    keptDebtors: debtor(keptPerson),
    goneDebtors: debtor(gonePerson),
    live: sql<{ id: string }>`SELECT DISTINCT person_id AS id FROM (${liveFees(workspace, ids)})`,
    linked: [selectPaid(workspace, list, kept), selectPaid(workspace, list, gone)],
    inDrafts: namedByOpenImports(workspace, list, ids),
    references: sql<ReferenceRow>`
      SELECT ${REFERENCE_ROW} FROM mandates
      WHERE mandates.workspace_id = ${workspace} AND reference_key = (
        SELECT lower(sepa_mandate ->> 'reference') FROM persons WHERE ${namedSql(workspace, list, gone)})`,
    paid: sql<{ id: string }>`
      SELECT id FROM (${selectDependants(workspace, sql`SELECT id FROM (${keptPerson})`)})
      WHERE id NOT IN (SELECT id FROM (${gonePerson})) LIMIT 1`,
  }
}

export type PairRows = {
  keptPersons: PersonRow[]
  gonePersons: PersonRow[]
  keptDebtors: DebtorRow[]
  goneDebtors: DebtorRow[]
  live: { id: string }[]
  inDrafts: { id: string }[]
  /** The mandate under the reference of the person who goes: it may be another person's, in data from before that was refused. */
  references: ReferenceRow[]
  /** Of the person who stays, then of the one who goes. */
  linked: PaidRow[]
  /** One of those for whom the person who stays pays. */
  paid: { id: string }[]
}

/** The fees of persons that are in a live debit, by index. */
export const liveFees = (workspace: Sql, ids: Sql): Sql => sql`
  SELECT fees.person_id FROM (${ids}) AS named
    CROSS JOIN fees INDEXED BY fees_by_person CROSS JOIN collection_fees AS link INDEXED BY collection_fees_live
  WHERE fees.workspace_id = ${workspace} AND fees.person_id = named.id
    AND link.workspace_id = ${workspace} AND link.fee_id = fees.id AND link.state = 'live'`

/** The codes of {@link pairIssues}. */
export type PairRefusal = 'same_person' | 'is_applicant' | 'in_live_debit' | 'in_open_import' | 'two_mandates'

type PairIssue = readonly [path: readonly ['person_id' | 'from'], refusal: { code: PairRefusal }]

/** Why two persons are not merged as they are, by where a request names them. */
export function* pairIssues(
  kept: PersonRow,
  gone: PersonRow,
  { live, inDrafts, keptDebtors, goneDebtors }: PairRows,
  today: string,
): Iterable<PairIssue> {
  if (kept.id === gone.id) {
    yield [['from'], { code: 'same_person' }]
    return
  }
  for (const [path, { id, area }] of [
    ['person_id', kept],
    ['from', gone],
  ] as const) {
    const refusals: { code: PairRefusal }[] = [
      ...(area === 'applications' ? [{ code: 'is_applicant' } as const] : []),
      ...(live.some((person) => person.id === id) ? [{ code: 'in_live_debit' } as const] : []),
      ...(inDrafts.some((person) => person.id === id) ? [{ code: 'in_open_import' } as const] : []),
    ]
    for (const refusal of refusals) yield [[path], refusal]
  }
  const [own] = keptDebtors
  const [other] = goneDebtors
  const isLiving = (debtors: DebtorRow[]) => !['none', 'expired'].includes(mandateOf(debtors, today).state)
  // Two records of one mandate are one mandate.
  if (own && other && isLiving([own]) && isLiving([other]) && !isSameMandate(own, other))
    yield [['from'], { code: 'two_mandates' }]
}

function isSameMandate(one: DebtorRow, other: DebtorRow): boolean {
  const [kept, gone] = [debtorOf(one), debtorOf(other)]
  return (
    kept.mandateReference === gone.mandateReference &&
    kept.signedOn === gone.signedOn &&
    kept.iban === gone.iban
  )
}

/** The condition that no fee of two persons is in a live debit and both are as they were read. */
export const asReadPair = (workspace: Sql, list: ListId, kept: PersonRow, gone: PersonRow): Sql => sql`
  EXISTS (SELECT 1 FROM persons WHERE ${inList(workspace, list)} AND ${asReadSql(kept)})
  AND EXISTS (SELECT 1 FROM persons WHERE ${inList(workspace, list)} AND ${asReadSql(gone)})
  AND NOT EXISTS (${liveFees(workspace, sql`SELECT ${kept.id} AS id UNION ALL SELECT ${gone.id}`)})`
