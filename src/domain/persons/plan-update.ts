import type { Sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import type { ListContext } from '../custom-columns/query-list'
import type { Rule } from '../shared/validation'
import { validate } from '../shared/validation'
import { diff, personIssues } from './diff'
import { type Person, type PersonRow, parsePerson } from './person'
import { type PersonInput, schemasFor } from './schemas'
import type { Patch } from './store/patches'
import { writePatch } from './store/write'

/** An update that is validated: of whom, as it was read, and what it changes. */
export type PlannedUpdate = { row: PersonRow; stored: Person; patch: Patch; isChange: boolean }

/** Validates an input against a person as it was read. `rule` has more issues of it. Throws `invalid`. */
export function planUpdate(
  context: ListContext,
  row: PersonRow,
  body: PersonInput,
  rule: Rule = () => [],
): PlannedUpdate {
  const stored = parsePerson(row, context)
  const input = validate(schemasFor(context).person, body, function* (given) {
    yield* personIssues(given, stored, context)
    yield* rule(given)
  })
  const patch = diff(input, stored, context)
  return { row, stored, patch, isChange: Object.keys(patch).length > 0 }
}

/**
 * The statements that write an update and its event. `changed` gives the person: none if it has changed since it was read,
 * or the tenant filter matches no workspace.
 */
export const updateStatements = (
  actor: Actor,
  workspace: Sql,
  { list }: ListContext,
  { row, patch }: PlannedUpdate,
) => writePatch(actor, workspace, list, row.id, patch, row.revision)
