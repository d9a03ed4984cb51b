import type { Answers, Statements } from '../../db/client'
import type { ListAction } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { requirePerson } from './get'
import { maskedFor } from './mask'
import { type Person, type PersonRow, parsePerson, personVersion } from './person'
import { selectPerson } from './store/lookups'

/** A person as a page shows it; `version` changes with every write, for a form to send back. */
export type OpenedPerson<C, S> = {
  person: Person
  area: PersonRow['area']
  version: string
  context: ListContext
  credential: C
  /** The rows of the extra statements. */
  rows: Answers<S>
}

type Opening<S> = { list: string; id: string; extra: S; action?: ListAction }

/**
 * Reads a person for a page of staff, with the IBAN masked unless the principal may read it; for an `action` to `edit`,
 * only for staff who may. One trip, with the `extra` statements. Throws what `queryList` throws, and `not_found`.
 */
export async function viewPerson<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  { list, id, extra, action = 'read' }: Opening<S>,
): Promise<OpenedPerson<C, S>> {
  const { credential, context, rows } = await queryList(principal, list, action, {
    ...(extra as Statements),
    persons: selectPerson(principal.workspace(), list, id),
  })
  const { persons, ...extraRows } = rows as unknown as Answers<S> & { persons: PersonRow[] }
  const row = requirePerson(persons)
  return {
    person: maskedFor(credential.permissions, parsePerson(row, context)),
    area: row.area,
    version: personVersion(row, context),
    context,
    credential,
    rows: extraRows as unknown as Answers<S>,
  }
}
