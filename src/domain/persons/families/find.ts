import { type Sql, sql } from '../../../db/sql'
import { requireList } from '../../access/authorize'
import { type ListId, listsOf } from '../../access/lists'
import { type Credential, type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { todayIn } from '../../shared/dates'
import { isAdult } from '../adult'
import { nameKey } from '../name-key'
import { listsOfPayers } from '../payers/facts'
import { ALIVE } from '../payers/guard'
import { DISPLAY_NAME } from '../person'
import { selectTakenLists } from './save'

/** What the persons of a proposed family have in common. */
export type FamilySign = 'iban' | 'address'

/** A person of a proposed family. */
export type FamilyPerson = {
  id: string
  list: ListId
  name: string
  birthdate: string | null
  street: string | null
  city: string | null
  /** Whether it pays for others. */
  pays: boolean
}

/** Persons who may be a family, the proposed payer first. */
export type ProposedFamily = { sign: FamilySign; persons: FamilyPerson[]; adults: string[] }

export type Families = { families: ProposedFamily[]; hasMore: boolean; credential: Credential }

/** How many families a page shows. */
export const MAX_FAMILIES = 25

/** What more persons than these have in common is no sign of a family. */
export const MAX_ALIKE = 12

/**
 * Finds persons for whom nobody pays and who may be a family: those of one account, else those of one street and last name. The
 * payer that is proposed pays already, else is the account's holder by name, else the oldest adult. Reads the regular persons
 * once. One trip. Throws what `requireList` throws.
 */
export async function findFamilies(principal: Principal, { from }: { from: number }): Promise<Families> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { families: selectFamilies(workspace, from), taken: selectTakenLists(workspace) },
    (credential) =>
      requireList(credential, listsOf(credential.workspace.subscriptionVariant)[0] ?? 'members', 'edit'),
  )
  const today = todayIn(credential.workspace.timezone, principal.now)
  const lists = listsOfPayers(credential).filter((list) => !rows.taken.some((one) => one.list === list))
  const families = rows.families.slice(0, MAX_FAMILIES).flatMap(({ sign, persons }) => {
    const found = (JSON.parse(persons) as FoundPerson[]).filter(({ list }) => lists.includes(list))
    return proposed(sign, found, today)
  })
  return { families, hasMore: rows.families.length > MAX_FAMILIES, credential }
}

/** A person who may be of a family, as {@link PERSON_JSON} reads it. */
export type FoundPerson = Omit<FamilyPerson, 'pays'> & { pays: 0 | 1; holder: string | null }

/** The family that persons of one sign may be; none without an adult, or if two of them pay. `today` is a date (YYYY-MM-DD). */
export function proposed(sign: FamilySign, found: FoundPerson[], today: string): ProposedFamily[] {
  const couldPay = ({ birthdate, pays }: FoundPerson) => pays === 1 || isAdult(birthdate, today)
  const holders = new Set(found.flatMap(({ holder }) => (holder === null ? [] : [nameKey(holder)])))
  const rank = (one: FoundPerson) => (one.pays ? 0 : holders.has(nameKey(one.name)) ? 1 : 2)
  // Who has no birthdate counts as younger than who has one.
  const adults = found
    .filter(couldPay)
    .toSorted(
      (one, other) => rank(one) - rank(other) || (one.birthdate ?? '9').localeCompare(other.birthdate ?? '9'),
    )
  const [payer] = adults
  if (!payer || found.length < 2 || found.filter(({ pays }) => pays).length > 1) return []
  const persons = [payer, ...found.filter((one) => one !== payer)]
  return [
    {
      sign,
      persons: persons.map(({ holder: _, ...one }) => ({ ...one, pays: one.pays === 1 })),
      adults: payer.pays ? [payer.id] : adults.map(({ id }) => id),
    },
  ]
}

/** A row of `persons` as a {@link FoundPerson}, as JSON. */
export const PERSON_JSON = sql`json_object('id', persons.id, 'list', persons.list_id, 'name', ${DISPLAY_NAME},
  'birthdate', persons.birthdate, 'street', persons.address ->> 'street', 'city', persons.address ->> 'city',
  'holder', persons.bank_account ->> 'signatory', 'pays', EXISTS (
    SELECT 1 FROM persons AS dependant INDEXED BY persons_by_payer
    WHERE dependant.workspace_id = persons.workspace_id AND dependant.payer_id = persons.id))`

/** The condition that a row of `persons` could get a payer, and is no applicant. */
export const FREE_SQL = sql`persons.workspace_id = ${TENANT} AND persons.list_id IN ('members', 'contacts')
  AND persons.area = 'regular' AND persons.payer_id IS NULL AND persons.${sql.raw(ALIVE)}`

/** Where a row of `persons` lives; NULL without a street. */
export const STREET = sql.raw(
  `lower(persons.address ->> 'street') || '|' || coalesce(persons.address ->> 'postcode', '')`,
)

const selectFamilies = (workspace: Sql, from: number) => sql<{ sign: FamilySign; persons: string }>`
  WITH ${workspaceCte(workspace)},
  accounts AS MATERIALIZED (
    SELECT persons.bank_account ->> 'iban' AS iban FROM persons INDEXED BY persons_by_iban
    WHERE ${FREE_SQL} AND persons.bank_account IS NOT NULL
    GROUP BY 1 HAVING count(*) BETWEEN 2 AND ${MAX_ALIKE}),
  found (sign, key, person) AS (
    SELECT 'iban', accounts.iban, ${PERSON_JSON} FROM accounts CROSS JOIN persons INDEXED BY persons_by_iban
    WHERE ${FREE_SQL} AND persons.bank_account IS NOT NULL AND persons.bank_account ->> 'iban' = accounts.iban
    UNION ALL
    SELECT 'address', persons.last_name_key || '|' || ${STREET}, ${PERSON_JSON} FROM persons
    WHERE ${FREE_SQL} AND persons.last_name_key <> '' AND persons.address ->> 'street' IS NOT NULL
      AND (persons.bank_account IS NULL OR persons.bank_account ->> 'iban' NOT IN (SELECT iban FROM accounts)))
  SELECT sign, json_group_array(json(person)) AS persons FROM found
  GROUP BY sign, key HAVING count(*) BETWEEN 2 AND ${MAX_ALIKE}
  ORDER BY sign = 'iban' DESC, key LIMIT ${MAX_FAMILIES + 1} OFFSET ${from}`
