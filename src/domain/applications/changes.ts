import type { ListId } from '../access/lists'
import type { ListContext } from '../custom-columns/query-list'
import { GUARDIAN, PAYER, RELATION_KEYS } from '../person-fields/fields'
import { diff, personIssues } from '../persons/diff'
import type { PayerFacts } from '../persons/payers/facts'
import { namedByExternalId, namedIn, withNamedIds } from '../persons/payers/named'
import { relationRule } from '../persons/payers/relation-rule'
import type { Person } from '../persons/person'
import { type PersonInput, schemasFor } from '../persons/schemas'
import { type Patch, Patches } from '../persons/store/patches'
import { ErrorList } from '../shared/error-list'

/** What applicants get on their admission besides number and date, by their ids: group, sections, payment method, payer, guardian. */
export type ApplicantChanges = Record<string, PersonInput>

/** A change of an applicant by stored column, as {@link Patches} take it. */
export type ApplicantPatch = Patch & { id: string; area: 'applications' }

/** The paths of a request under which it says what applicants get, by their ids; `errors` are those that it has already. */
type Paths = { pathOf?: (id: string) => string[]; errors?: ErrorList }

/**
 * What changes of applicants write; nothing for who stays as it is. Throws `invalid` under `changes.{id}`, or the path of the request,
 * also for a payer or guardian who is refused.
 */
export function planChanges(
  applicants: readonly Person[],
  context: ListContext,
  changes: ApplicantChanges,
  { facts, lists }: { facts: PayerFacts; lists: readonly ListId[] },
  { pathOf = (id) => ['changes', id], errors = new ErrorList() }: Paths = {},
): ApplicantPatch[] {
  const idOf = namedByExternalId(facts.payers, lists, context.list)
  const payerOf = (id: string): unknown => namedIn(changes[id] ?? {}, PAYER, context, idOf).id
  const rule = relationRule(facts, lists, context, {
    payerOf,
    paidBy: (id) => applicants.flatMap((one) => (payerOf(one.id) === id ? [one.id] : [])),
    isDeleted: () => false,
  })
  const patches = applicants.flatMap((stored): ApplicantPatch[] => {
    const given = changes[stored.id]
    if (!given) return []
    const path = pathOf(stored.id)
    const relations = RELATION_KEYS.map((relation) => namedIn(given, relation, context, idOf))
    const change = withNamedIds(given, relations)
    const input = errors.parse(schemasFor(context).person, change, path)
    errors.addAll(personIssues(given, stored, context), path)
    const { id, [PAYER]: payerId, [GUARDIAN]: guardianId, birthdate } = stored
    errors.addAll(rule(relations, { id, payerId, guardianId, birthdate, area: 'applications' }), path)
    return input ? patchOf(stored, input, context) : []
  })
  errors.throwIfAny()
  return patches
}

/** What changes of applicants would write: nothing for one that is not valid. */
export const triedChanges = (
  applicants: readonly Person[],
  context: ListContext,
  changes: ApplicantChanges,
): ApplicantPatch[] =>
  applicants.flatMap((stored) => {
    const parsed = schemasFor(context).person.safeParse(changes[stored.id] ?? {})
    return parsed.success ? patchOf(stored, parsed.data, context) : []
  })

function patchOf(stored: Person, input: PersonInput, context: ListContext): ApplicantPatch[] {
  const patch = diff(input, stored, context)
  return Object.keys(patch).length > 0 ? [{ ...patch, id: stored.id, area: 'applications' }] : []
}

/** Patches of applicants as their write takes them. */
export const patchesFrom = (patches: readonly ApplicantPatch[]): Patches => new Patches(...patches)
