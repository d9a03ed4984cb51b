import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { RELATION_KEYS } from '../person-fields/fields'
import { takenKeys } from '../person-fields/list-fields'
import { requirePerson } from '../persons/get'
import { maskedFor } from '../persons/mask'
import { type Person, parsePerson, personVersion } from '../persons/person'
import { type Difference, differenceIn, isEmpty, mergedValues, mergeKeys } from './merged-values'
import { type NamedPair, type PairRefusal, pairIssues, selectPair } from './select-pair'

/** A person of a pair as a page shows it, and how much is of it; `fees` are undefined without `fees:read`. */
export type Compared = { person: Person; version: string; fees: number | undefined; mails: number }

/** Two persons side by side. */
export type Comparison = {
  kept: Compared
  gone: Compared
  /** The values that one of them has at least, in the order of the API, but for payer and guardian, whom a merge settles by itself. */
  values: { key: string; difference: Difference }[]
  /** The person who stays as it would be with some fields taken, its IBAN masked as those of the two. */
  mergedWith: (take: readonly string[]) => Person
  /** Why they are not merged as they are. */
  refusals: { of: 'kept' | 'gone'; code: PairRefusal }[]
  context: ListContext
}

/**
 * Compares two persons of a list, of whom `kept` is to stay. IBANs are masked unless the principal may read them. One trip.
 * Throws what `queryList` throws, and `not_found`.
 */
export async function comparePersons(
  principal: Principal,
  { list, ...pair }: NamedPair & { list: string },
): Promise<Comparison> {
  const workspace = principal.workspace()
  const { context, credential, rows } = await queryList(principal, list, 'write', {
    ...selectPair(workspace, list, pair),
    keptCounts: selectCounts(workspace, pair.kept),
    goneCounts: selectCounts(workspace, pair.gone),
  })
  const [keptRow, goneRow] = [requirePerson(rows.keptPersons), requirePerson(rows.gonePersons)]
  const stored = {
    kept: parsePerson(keptRow, context),
    gone: parsePerson(goneRow, context),
    pays: rows.paid.length > 0,
  }
  const masked = (person: Person) => maskedFor(credential.permissions, person)
  const compared = (person: Person, version: string, [counts]: Counts[]): Compared => ({
    person: masked(person),
    version,
    fees: permits(credential, 'fees:read') ? (counts?.fees ?? 0) : undefined,
    mails: counts?.mails ?? 0,
  })
  return {
    kept: compared(stored.kept, personVersion(keptRow, context), rows.keptCounts),
    gone: compared(stored.gone, personVersion(goneRow, context), rows.goneCounts),
    values: mergeKeys(context)
      .filter((key) => RELATION_KEYS.every((relation) => relation !== key) || takenKeys(context).has(key))
      .filter((key) => !isEmpty(stored.kept[key]) || !isEmpty(stored.gone[key]))
      .map((key) => ({ key, difference: differenceIn(key, stored) })),
    mergedWith: (take) => masked({ ...stored.kept, ...mergedValues(stored, take, context) }),
    refusals: [...pairIssues(keptRow, goneRow, rows, context.today)].map(([[path], { code }]) => ({
      of: path === 'person_id' ? 'kept' : 'gone',
      code,
    })),
    context,
  }
}

type Counts = { fees: number; mails: number }

const selectCounts = (workspace: Sql, id: string): Sql<Counts> => sql<Counts>`
  SELECT (SELECT count(*) FROM fees INDEXED BY fees_by_person WHERE workspace_id = ${workspace} AND person_id = ${id}) AS fees,
    (SELECT count(*) FROM mail_recipients INDEXED BY mail_recipients_by_person
      WHERE workspace_id = ${workspace} AND person_id = ${id}) AS mails`
