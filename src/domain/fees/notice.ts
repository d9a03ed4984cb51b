import { sql } from '../../db/sql'
import { permits, requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import type { StaffPrincipal } from '../staff/principal'
import { type ReadableFee, selectFees, toApi } from './readable-fee'

export type PostalAddress = Record<'street' | 'postcode' | 'city' | 'country_code', string | null>

/** A fee as a letter asks for it. `payee` is the association's own account, undefined without an IBAN. */
export type FeeNotice = {
  fee: ReadableFee
  /** Undefined after a deletion, and for staff who may not read the list of the person. */
  person: { list: ListId; name: string; address: PostalAddress | null } | undefined
  payee: { name: string; iban: string } | undefined
}

/**
 * Reads what a payment notice says. The association's IBAN is there to be given out, so that all see it who read fees. One
 * trip. Throws `permission_missing` and `not_found`.
 */
export async function viewFeeNotice(principal: StaffPrincipal, { id }: { id: string }): Promise<FeeNotice> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      fees: selectFees(workspace, sql`fees.id = ${id}`),
      persons: sql<{ list: ListId; name: string; address: string | null }>`
        SELECT list_id AS list, concat_ws(' ', first_name, last_name) AS name, address FROM persons
        WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications')
          AND id = (SELECT person_id FROM fees WHERE workspace_id = ${workspace} AND id = ${id})`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const [fee] = rows.fees
  if (!fee) throw new DomainError('not_found', 'There is no such fee.')
  const [person] = rows.persons.filter(({ list }) => permits(credential, `${list}:read`))
  const { name, creditorName, creditorIban } = credential.workspace
  return {
    fee: toApi(fee),
    person: person && { ...person, address: person.address === null ? null : JSON.parse(person.address) },
    payee: creditorIban ? { name: creditorName ?? name, iban: creditorIban } : undefined,
  }
}
