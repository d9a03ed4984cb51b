import { DomainError } from '../shared/errors'
import { type ListContext, type PersonJson, type PersonRow, render } from './store/json'

/** Tells whether a person still is what the caller believes it to be. */
export type Expectation = (person: PersonJson) => Promise<boolean>

/**
 * The revision to which a write is to be tied where the caller expects something of the person; none where it does not.
 * Refuses as `changed_meanwhile` where the expectation is not met.
 */
export async function expectedRevision(
  row: PersonRow,
  rendering: ListContext,
  expected: Expectation | undefined,
): Promise<number | undefined> {
  if (!expected) return undefined
  if (await expected(render(row, rendering))) return row.revision
  throw new DomainError(
    'changed_meanwhile',
    'The person has changed. Read it again and send your change to what it is now.',
  )
}
