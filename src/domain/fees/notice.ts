import { sql } from '../../db/sql'
import { permits, requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import type { Credential } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import type { StaffPrincipal } from '../staff/principal'
import { ofPayer } from './payer'
import { type ReadableFee, selectFees, toApi } from './readable-fee'

export type PostalAddress = Record<'street' | 'postcode' | 'city' | 'country_code', string | null>

type Addressee = { list: ListId; name: string; address: PostalAddress | null; isDeceased: 0 | 1 }

/** A fee as a letter asks for it. `payee` is the association's own account, undefined without an IBAN. */
export type FeeNotice = {
  fee: ReadableFee
  /** Who pays it: the person's payer, or the person. Undefined after a deletion, and for staff who may not read the list. */
  addressee: Addressee | undefined
  /** For whom the addressee pays; null for the addressee itself. */
  paidFor: string | null
  /** Whether the person of the fee has died. */
  isOfDeceased: boolean
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
      persons: sql<{ addressee: string; payer: string | null }>`
        SELECT ${ADDRESSEE} AS addressee, ${ofPayer(ADDRESSEE)} AS payer FROM persons
        WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications')
          AND id = (SELECT person_id FROM fees WHERE workspace_id = ${workspace} AND id = ${id})`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const [fee] = rows.fees
  if (!fee) throw new DomainError('not_found', 'There is no such fee.')
  const [person, payer] = rows.persons
    .flatMap(({ addressee, payer }) => [addressee, payer])
    .map((json) => readable(json, credential))
  const { name, creditorName, creditorIban } = credential.workspace
  return {
    fee: toApi(fee),
    addressee: payer ?? person,
    isOfDeceased: person?.isDeceased === 1,
    paidFor: payer ? person?.name || fee.person_name : null,
    payee: creditorIban ? { name: creditorName ?? name, iban: creditorIban } : undefined,
  }
}

const ADDRESSEE = sql`json_object(
  'list', persons.list_id, 'name', concat_ws(' ', first_name, last_name), 'address', json(address),
  'isDeceased', leave_reason IS 'deceased')`

function readable(json: string | null, credential: Credential): Addressee | undefined {
  const addressee: Addressee | null = json === null ? null : JSON.parse(json)
  return addressee && permits(credential, `${addressee.list}:read`) ? addressee : undefined
}
