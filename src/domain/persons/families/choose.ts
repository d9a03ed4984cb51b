import { type Sql, sql } from '../../../db/sql'
import { permits } from '../../access/authorize'
import { type Credential, type Principal, TENANT, workspaceCte } from '../../access/principal'
import { GUARDIAN, mandateReferenceOf, PAYER } from '../../person-fields/fields'
import { hasRelation } from '../../person-fields/list-fields'
import { DomainError } from '../../shared/errors'
import { isAdult } from '../adult'
import { anywhereIn } from '../payers/facts'
import { ALIVE } from '../payers/guard'
import { DISPLAY_NAME, PERSON_ROW, type Person, type PersonRow, parseFixedFields } from '../person'
import { type FoundPerson, selectFound } from '../search'
import { selectPerson } from '../store/lookups'
import { type OpenedPerson, viewPerson } from '../view'
import { accountBeside, passesMandate } from './accounts'

/** A person whose family is changed: whom a search found for it, and the payer that was chosen. */
export type FamilyChoice = Omit<OpenedPerson<Credential, object>, 'rows'> & {
  revision: number
  found: FoundPerson[]
  chosen: ChosenPayer | undefined
}

/** What giving a person this payer would mean. */
export type ChosenPayer = {
  id: string
  list: string
  name: string
  /** Whether the person has an account or a mandate, and whether the account is the payer's as well. */
  account: 'none' | 'same' | 'other'
  /** Whether the mandate becomes the payer's, if the person gives its account up. */
  passesMandate: boolean
  hasMandate: boolean
  mandateReference: string
  /** Whether the viewer may decide on accounts. */
  mayDecide: boolean
  /** Whether this payer pays for the person already, and the day on which it agreed to, if that is known. */
  pays: boolean
  agreedOn: string | null
}

/** Whom staff choose: who could pay or act for the person, or for whom it could pay. */
export type ChoiceOf = 'payer' | 'dependant' | 'guardian'

type Request = {
  list: string
  id: string
  search: string
  payerId: string | undefined
  of: ChoiceOf
}

/**
 * Reads a person whose family is changed, for staff who may: with persons whom `search` finds, adults first, at first those of its
 * account or of its last name, and with the payer that was chosen. One trip. Throws what `viewPerson` throws.
 */
export async function viewFamilyChoice(
  principal: Principal,
  { list, id, search, payerId, of }: Request,
): Promise<FamilyChoice> {
  const workspace = principal.workspace()
  const { rows, ...opened } = await viewPerson(principal, {
    list,
    id,
    action: of === 'guardian' ? 'write' : 'edit',
    extra: {
      stored: selectPerson(workspace, list, id),
      found:
        search === ''
          ? [selectLikely(workspace, id, COULD_BE[of])]
          : selectFound(workspace, search, COULD_BE[of]),
      payers: payerId ? [selectPayer(workspace, payerId)] : [],
      agreements: payerId ? [selectAgreement(workspace, { id, payerId })] : [],
    },
  })
  const [stored] = rows.stored
  if (!stored || !hasRelation(opened.context, of === 'guardian' ? GUARDIAN : PAYER))
    throw new DomainError('not_found', 'The list has no such field.')
  const [payer] = rows.payers
  const adultRank = ({ birthdate }: FoundPerson) => (isAdult(birthdate, opened.context.today) ? 0 : 1)
  return {
    ...opened,
    revision: stored.revision,
    found: rows.found
      .filter((one) => one.id !== id && (of === 'dependant' ? fits(opened, one) : fits(one, opened)))
      .filter((one) => of !== 'guardian' || adultRank(one) === 0)
      .sort((one, other) => adultRank(one) - adultRank(other)),
    chosen: payer && {
      ...chosenBy(parseFixedFields(stored), payer, opened.credential),
      pays: rows.agreements.length > 0,
      agreedOn: rows.agreements[0]?.agreedOn ?? null,
    },
  }
}

/** The conditions that a row of `persons` could be a payer or guardian, or have a payer. */
const COULD_BE = {
  payer: sql`persons.payer_id IS NULL AND persons.${sql.raw(ALIVE)}`,
  guardian: sql`persons.${sql.raw(ALIVE)}`,
  dependant: sql`NOT EXISTS (
    SELECT 1 FROM persons AS dependant INDEXED BY persons_by_payer
    WHERE dependant.workspace_id = ${TENANT} AND dependant.payer_id = persons.id)`,
}

type InArea = { area: PersonRow['area'] }

/** Whether a payer is in an area that fits: an applicant pays for applicants alone. */
const fits = (payer: InArea, person: InArea): boolean =>
  payer.area === 'regular' || person.area === 'applications'

type PayerRow = PersonRow & { list: string; name: string }

type Chosen = Omit<ChosenPayer, 'pays' | 'agreedOn'>

function chosenBy(person: Person, { list, name, ...row }: PayerRow, credential: Credential): Chosen {
  const payer = parseFixedFields(row)
  return {
    id: row.id,
    list,
    name,
    account: accountBeside(person, payer),
    passesMandate: passesMandate(person, payer),
    hasMandate: mandateReferenceOf(payer) !== '',
    mandateReference: mandateReferenceOf(person),
    mayDecide: permits(credential, 'bank_accounts:write'),
  }
}

const selectPayer = (workspace: Sql, id: string): Sql<PayerRow> => sql<PayerRow>`
  SELECT ${PERSON_ROW}, persons.list_id AS list, ${DISPLAY_NAME} AS name FROM persons
  WHERE ${anywhereIn(workspace)} AND persons.id = ${id}`

/** What a payer agreed to: no row if it does not pay for the person. */
const selectAgreement = (workspace: Sql, { id, payerId }: { id: string; payerId: string }) =>
  sql<{ agreedOn: string | null }>`
    SELECT payer_agreed_on AS agreedOn FROM persons
    WHERE ${anywhereIn(workspace)} AND persons.id = ${id} AND payer_id = ${payerId}`

const MAX_LIKELY = 10

/** The persons with the account of a person, and the adults with its last name, the oldest first. */
const selectLikely = (workspace: Sql, id: string, among: Sql): Sql<FoundPerson> => sql<FoundPerson>`
  WITH ${workspaceCte(workspace)}, named AS MATERIALIZED (
    SELECT list_id, last_name_key AS last, bank_account ->> 'iban' AS iban FROM persons
    WHERE ${anywhereIn(TENANT)} AND persons.id = ${id}),
  likely (id, list_id, rank) AS (
    SELECT persons.id, persons.list_id, 0 FROM named CROSS JOIN persons INDEXED BY persons_by_iban
    WHERE persons.workspace_id = ${TENANT} AND persons.bank_account IS NOT NULL
      AND persons.bank_account ->> 'iban' = named.iban
    UNION ALL SELECT * FROM (
      SELECT persons.id, persons.list_id, 1 FROM named CROSS JOIN persons INDEXED BY persons_by_name
      WHERE persons.workspace_id = ${TENANT} AND persons.list_id = named.list_id AND persons.area = 'regular'
        AND persons.last_name_key = named.last AND named.last <> '' LIMIT 50))
  SELECT persons.id, persons.list_id AS list, persons.area, ${DISPLAY_NAME} AS name, persons.email,
    persons.membership_number AS membershipNumber, persons.birthdate, persons.leave_date AS leaveDate
  FROM (SELECT id, list_id, min(rank) AS rank FROM likely GROUP BY id, list_id) AS likely CROSS JOIN persons
  WHERE persons.workspace_id = ${TENANT} AND persons.list_id = likely.list_id AND persons.area = 'regular'
    AND persons.id = likely.id AND ${among}
  ORDER BY rank, coalesce(persons.birthdate, '9'), persons.id LIMIT ${MAX_LIKELY}`
