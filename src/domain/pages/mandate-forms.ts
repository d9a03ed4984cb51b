import { sql } from '../../db/sql'
import { permits } from '../access/authorize'
import type { ListId } from '../access/lists'
import { type Credential, TENANT, workspaceCte } from '../access/principal'
import { ofDebtor } from '../collections/debtors'
import type { PostalAddress } from '../fees/notice'
import { proposeReference, REFERENCE_STEM, TAKEN_REFERENCES } from '../mandates/propose-reference'
import { requireConditions } from '../persons/browse-query'
import { type Selection, selectedSql } from '../persons/bulk/selection'
import { DISPLAY_NAME } from '../persons/person'
import { queryToday } from '../persons/query-today'
import { type OpenedPerson, viewPerson } from '../persons/view'
import { refusedAt } from '../shared/error-list'
import type { StaffPrincipal } from '../staff/principal'

/** Who would be debited for a selected person: the payer, or the person itself. */
type Debtor = {
  id: string
  list: ListId
  name: string
  address: PostalAddress | null
  iban: string | null
  signatory: string | null
  /** The reference of the mandate that there is. */
  mandate: string | null
  stem: string
  taken: string[]
}

/** A form for a mandate, to print and to sign. The IBAN is null where none is stored, and where the viewer sees it masked. */
export type MandateForm = Pick<Debtor, 'id' | 'list' | 'name' | 'address' | 'iban'> & {
  holder: string
  reference: string
  /** The others for whom the debtor pays, of those that were selected. */
  paysFor: string[]
}

/** The forms of a selection, and the debtors who have a mandate already, both in the order of the names. */
export type MandateForms = {
  forms: MandateForm[]
  signed: { id: string; list: ListId; name: string; reference: string }[]
}

const DEBTOR = sql`json_object(
  'id', persons.id, 'list', persons.list_id, 'name', ${DISPLAY_NAME}, 'address', json(address),
  'iban', bank_account ->> 'iban', 'signatory', bank_account ->> 'signatory',
  'mandate', persons.sepa_mandate ->> 'reference', 'stem', ${REFERENCE_STEM}, 'taken', json(${TAKEN_REFERENCES}))`

/** How many persons forms are printed for at once: a browser lays out so many pages. */
export const MAX_FORMS = 500

/**
 * Reads the forms for the mandates of selected persons: one for each debtor who has none. One trip; a second one if the date in the
 * workspace is not the expected one. Throws what `queryList` throws, and `invalid` for conditions that the list cannot meet and for
 * too many persons.
 */
export async function viewMandateForms(
  principal: StaffPrincipal,
  { list, selection }: { list: string; selection: Selection },
): Promise<MandateForms> {
  const { credential, context, rows } = await queryToday(principal, list, 'read', (today) => ({
    persons: selectSelected(principal, list, selection, today),
  }))
  requireConditions(selection, context, credential.permissions)
  if (rows.persons.length > MAX_FORMS)
    throw refusedAt('selection', { code: 'selection_too_large', max: MAX_FORMS })
  return formsOf(rows.persons, credential)
}

/** A person with the form for its mandate, or the payer's; without one if there is a mandate. */
export type OpenedForm = Pick<OpenedPerson<Credential, object>, 'person' | 'area' | 'version' | 'context'> &
  MandateForms

/** Reads the form for the mandate of one person. One trip. Throws what `viewPerson` throws. */
export async function viewMandateForm(
  principal: StaffPrincipal,
  { list, id }: { list: string; id: string },
): Promise<OpenedForm> {
  const { rows, credential, ...opened } = await viewPerson(principal, {
    list,
    id,
    extra: { selected: selectSelected(principal, list, { ids: [id] }, '') },
  })
  return { ...opened, ...formsOf(rows.selected, credential) }
}

type SelectedRow = { id: string; name: string; debtor: string }

const selectSelected = (principal: StaffPrincipal, list: string, selection: Selection, today: string) =>
  sql<SelectedRow>`
    WITH ${workspaceCte(principal.workspace())}
    SELECT persons.id, ${DISPLAY_NAME} AS name, ${ofDebtor(DEBTOR)} AS debtor
    FROM persons WHERE ${selectedSql(TENANT, list, selection, today)}
    ORDER BY last_name_key, first_name_key, persons.id LIMIT ${MAX_FORMS + 1}`

function formsOf(rows: SelectedRow[], credential: Credential): MandateForms {
  const selected = rows.map(({ debtor, ...person }) => ({ ...person, debtor: JSON.parse(debtor) as Debtor }))
  const debtors = [...Map.groupBy(selected, ({ debtor }) => debtor.id).values()].map((persons) => ({
    ...(persons[0] as (typeof selected)[number]).debtor,
    paysFor: persons.flatMap(({ id, name, debtor }) => (id === debtor.id ? [] : name)),
  }))
  return {
    forms: debtors.flatMap((debtor) => (debtor.mandate === null ? formOf(debtor, credential) : [])),
    signed: debtors.flatMap(({ id, list, name, mandate }) =>
      mandate === null ? [] : { id, list, name, reference: mandate },
    ),
  }
}

const formOf = (
  { mandate: _, stem, taken, signatory, iban, ...debtor }: Debtor & { paysFor: string[] },
  credential: Credential,
): MandateForm => ({
  ...debtor,
  holder: signatory ?? debtor.name,
  iban: permits(credential, 'bank_accounts:read') ? iban : null,
  reference: proposeReference(stem, taken),
})
