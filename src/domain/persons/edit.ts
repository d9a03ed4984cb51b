import { act, CHECKED_BY_READS } from '../access/act'
import { permits, requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import type { Credential, Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { isAccountField, isPaymentField } from '../person-fields/list-fields'
import { DomainError } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { isObject } from '../shared/validation'
import { NUMBER_TAKEN, TAKEN } from './diff'
import { requirePerson } from './get'
import { MandateReferences } from './mandate-references'
import { isMaskedIban, maskedFor } from './mask'
import { type Person, parsePerson, personVersion } from './person'
import type { VersionedPerson } from './precondition'
import type { PersonInput } from './schemas'
import { selectByExternalIds, selectPerson } from './store/lookups'
import { selectReferences } from './store/mandate-references'
import { selectNumbered } from './store/numbers'
import { updateRow } from './update'

/**
 * A form of a person: the version of the person that it showed, and what it sends, which `toBody` tells from the person as
 * a page shows it. `externalId`, `membershipNumber` and `mandateReference` are what it sends for the values that no other person may have.
 */
type Edit = {
  list: string
  id: string
  version: string
  externalId?: string | null
  membershipNumber?: string | null
  mandateReference?: string | null
  toBody: (shown: Person, context: ListContext) => PersonInput
}

/**
 * Updates a person by a form of staff, which may show the IBAN masked: a masked one stays as it is stored. Two trips, one
 * if nothing changes. Staff change the fields that they may edit, as {@link mayEdit} says. Throws what `updatePerson` throws,
 * and `changed_meanwhile` if the form showed another version.
 */
export async function editPerson(
  principal: Principal,
  { list, id, version, externalId, membershipNumber, mandateReference, toBody }: Edit,
): Promise<VersionedPerson> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const workspace = tx.workspace()
    const { context, credential, rows } = await queryList(tx, list, 'edit', {
      persons: selectPerson(workspace, list, id),
      holders: selectByExternalIds(workspace, list, uniqueStrings([externalId])),
      numbered: selectNumbered(workspace, uniqueStrings([membershipNumber])),
      references: selectReferences(workspace, uniqueStrings([mandateReference])),
    })
    const row = requirePerson(rows.persons)
    const stored = parsePerson(row, context)
    if (personVersion(row, context) !== version)
      throw new DomainError('changed_meanwhile', 'The person has changed since the form was opened.')
    const shown = maskedFor(credential.permissions, stored)
    const isOther = (holder: { id: string }) => holder.id !== row.id
    // Two members may have the same number already, which saving their other values leaves alone.
    const isNumberTaken = membershipNumber !== stored.membership_number && rows.numbered.some(isOther)
    const input = withStoredIban(toBody(shown, context), stored)
    const taken = [
      ...(rows.holders.some(isOther) ? [TAKEN] : []),
      ...(isNumberTaken ? [NUMBER_TAKEN] : []),
      ...new MandateReferences(rows.references).issuesOf(input, stored),
    ]
    for (const key of Object.keys(input))
      if (!mayEdit(credential, context.list, key))
        requirePermission(credential, isAccountField(key) ? 'bank_accounts:write' : `${context.list}:write`)
    const permission = permits(credential, `${context.list}:write`) ? undefined : 'bank_accounts:write'
    return updateRow(tx, context, row, input, taken, permission)
  })
}

/**
 * Whether staff may edit a field: accounts and mandates with `bank_accounts:write`, how a person pays with that or by writing to
 * the list, the others by writing to it.
 */
export function mayEdit(staff: Credential, list: ListId, key: string): boolean {
  const [writesList, writesAccounts] = [
    permits(staff, `${list}:write`),
    permits(staff, 'bank_accounts:write'),
  ]
  if (isAccountField(key)) return writesAccounts
  return writesList || (writesAccounts && isPaymentField(key))
}

/** An input whose masked IBAN is the stored one again. */
export function withStoredIban(input: PersonInput, stored: Person): PersonInput {
  const [given, kept] = [input.bank_account, stored.bank_account]
  if (!isObject(given) || !isObject(kept) || !isMaskedIban(String(given.iban))) return input
  return { ...input, bank_account: { ...given, iban: kept.iban } }
}
