import type { ListContext } from '../custom-columns/query-list'
import { DomainError } from '../shared/errors'
import { type PersonJson, type PersonRow, personVersion, render } from './person'

/** A person as finished JSON, and the version of it: see {@link personVersion}. */
export type VersionedPerson = { json: PersonJson; version: string }

/** A stored person as it is answered. */
export const toVersioned = (row: PersonRow, context: ListContext): VersionedPerson => ({
  json: render(row, context),
  version: personVersion(row, context),
})

/** Whether a version is the one that the caller expects (RFC 9110, `If-Match`). */
export type Precondition = (version: string) => boolean

/** Throws `changed_meanwhile` if a precondition does not hold for the stored person. */
export function requirePrecondition(
  row: PersonRow,
  context: ListContext,
  precondition: Precondition | undefined,
): void {
  if (!precondition || precondition(personVersion(row, context))) return
  throw new DomainError(
    'changed_meanwhile',
    'The person has changed. Read it again and send your change to what it is now.',
  )
}
