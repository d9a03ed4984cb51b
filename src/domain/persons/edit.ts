import { retryOnConflict } from '../../db/client'
import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { DomainError } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { isObject } from '../shared/validation'
import { requirePerson } from './get'
import { isMaskedIban, maskedFor } from './mask'
import { type Person, parsePerson, personVersion } from './person'
import type { VersionedPerson } from './precondition'
import type { PersonInput } from './schemas'
import { selectByExternalIds, selectPerson } from './store/lookups'
import { updateRow } from './update'

/** A form of a person: what it sends, and the version of the person that it showed. */
type Edit = { list: string; id: string; body: PersonInput; version: string }

/** A person that was changed since a form showed it: as it is now, masked as in pages, with its version. */
export class EditedMeanwhile extends DomainError {
  constructor(
    readonly person: Person,
    readonly version: string,
    readonly context: ListContext,
  ) {
    super('changed_meanwhile', 'The person has changed since the form was opened.')
  }
}

/**
 * Updates a person by a form of staff, which may show the IBAN masked: a masked one stays as it is stored. Two trips, one
 * where nothing changes. Throws what `updatePerson` throws, and {@link EditedMeanwhile} where the form showed another
 * version and would change something.
 */
export async function editPerson(
  principal: Principal,
  { list, id, body, version }: Edit,
): Promise<VersionedPerson> {
  return retryOnConflict(async () => {
    const workspace = principal.workspace()
    const { context, credential, rows } = await queryList(principal, list, 'write', {
      persons: selectPerson(workspace, list, id),
      holders: selectByExternalIds(workspace, list, uniqueStrings([body.external_id])),
    })
    const row = requirePerson(rows.persons)
    const stored = parsePerson(row, context)
    const current = personVersion(row, context)
    if (current !== version)
      throw new EditedMeanwhile(maskedFor(credential.permissions, stored), current, context)
    const isTaken = rows.holders.some((holder) => holder.id !== row.id)
    return updateRow(principal, context, row, withStoredIban(body, stored), isTaken)
  })
}

/** An input whose masked IBAN is the stored one again. */
export function withStoredIban(input: PersonInput, stored: Person): PersonInput {
  const [given, kept] = [input.bank_account, stored.bank_account]
  if (!isObject(given) || !isObject(kept) || !isMaskedIban(String(given.iban))) return input
  return { ...input, bank_account: { ...given, iban: kept.iban } }
}
