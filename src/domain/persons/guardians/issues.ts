import type { ListId } from '../../access/lists'
import { GUARDIAN } from '../../person-fields/fields'
import type { Issue } from '../../shared/error-list'
import type { GuardianRefusal } from '../../shared/guardian-refusals'
import { isAdult } from '../adult'
import type { PayerRow } from '../payers/facts'
import type { PersonRow } from '../person'

/** The person that an input writes as it is then, with the guardian that is stored. */
export type Ward = {
  id?: string | undefined
  guardianId?: unknown
  area: PersonRow['area']
  birthdate: unknown
}

/** Finds the issues of the guardian, of any shape, whom a request gives to a person under a key, as things are after it. */
export type GuardianRule = (given: unknown, ward: Ward, key?: string) => Iterable<Issue>

type Rules = { lists: readonly ListId[]; today: string; isDeleted?: (row: PayerRow) => boolean }

/**
 * The rule for guardians: a guardian is another living adult of the workspace, in a list that the caller may use, and acts for nobody
 * who is 18. An applicant acts for applicants alone. Without a birthdate, nothing is against it. The guardian that a person has
 * stays as it is.
 */
export function guardianRule(
  persons: readonly PayerRow[],
  { lists, today, isDeleted = () => false }: Rules,
): GuardianRule {
  const byId = new Map(persons.map((person) => [person.id, person]))
  return function* (given, { id, guardianId, area, birthdate }, key = GUARDIAN) {
    const refused = (code: GuardianRefusal['code']): Issue => [[key], { code }]
    if (typeof given !== 'string') return
    const guardian = byId.get(given)
    if (given === id) yield refused('guardian_is_person')
    else if (guardian && isDeleted(guardian)) yield refused('guardian_unknown')
    else if (given === guardianId) return
    else if (!guardian || !lists.includes(guardian.list)) yield refused('guardian_unknown')
    else if (guardian.isDeceased) yield refused('guardian_is_deceased')
    else if (guardian.area === 'applications' && area === 'regular') yield refused('guardian_is_applicant')
    else if (!isAdult(guardian.birthdate ?? null, today)) yield refused('guardian_is_minor')
    if (given !== guardianId && typeof birthdate === 'string' && isAdult(birthdate, today))
      yield refused('person_is_adult')
  }
}
