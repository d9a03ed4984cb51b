import type { ListId } from '../../access/lists'
import type { ListColumns } from '../../custom-columns/query-list'
import { PAYER, TIE_KEYS, TIES, type Tie } from '../../person-fields/fields'
import { takesExternalId } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import type { PersonInput } from '../schemas'
import type { PayerRow } from './facts'

/** The issues of an input that names somebody by both keys. */
export function* tieNameIssues(input: PersonInput, listed: ListColumns): Iterable<Issue> {
  for (const tie of TIE_KEYS)
    if (input[tie] !== undefined && input[TIES[tie]] !== undefined && takesExternalId(listed, tie))
      yield [[TIES[tie]], { code: tie === PAYER ? 'payer_named_twice' : 'guardian_named_twice' }]
}

/** Finds the id of the person whom an external id names. */
type IdOf = (externalId: string) => string | undefined

/** The external ids that a request gives, with the ids of who gets each, and who loses the one that it has. */
type Renamed = { given?: ReadonlyMap<unknown, string>; isReleased?: (payer: PayerRow) => boolean }

/**
 * Finds payers and guardians for persons of a list by external ids, as things are after the request: who has one in this list, else
 * in another one of `lists`, which are those that the caller may use.
 */
export function namedByExternalId(
  payers: readonly PayerRow[],
  lists: readonly ListId[],
  own: ListId,
  { given = new Map(), isReleased = () => false }: Renamed = {},
): IdOf {
  const usable = payers.filter((payer) => lists.includes(payer.list) && !isReleased(payer))
  const byExternalId = Map.groupBy<unknown, PayerRow>(usable, ({ externalId }) => externalId)
  return (externalId) => {
    const holders = byExternalId.get(externalId) ?? []
    return given.get(externalId) ?? (holders.find(({ list }) => list === own) ?? holders[0])?.id
  }
}

/** The key by which an input names somebody, and the id of that one, of any shape; {@link UNKNOWN} if nobody is named so. */
export type Named = { tie: Tie; key: string; id: unknown }

/** No id of a person. */
const UNKNOWN = ''

/** Whom an input of any shape names as its payer or guardian. */
export function namedIn(input: PersonInput, tie: Tie, listed: ListColumns, idOf: IdOf): Named {
  const { [tie]: id, [TIES[tie]]: externalId } = input
  if (id !== undefined || externalId === undefined || !takesExternalId(listed, tie))
    return { tie, key: tie, id }
  return {
    tie,
    key: TIES[tie],
    id: typeof externalId === 'string' ? (idOf(externalId) ?? UNKNOWN) : externalId,
  }
}

/** An input that gives the ids of those whom it names in another way; as it is if they are nobody. */
export function withNamedIds(input: PersonInput, named: readonly Named[]): PersonInput {
  let given = input
  for (const { tie, key, id } of named) {
    if (key === tie || id === UNKNOWN || (typeof id !== 'string' && id !== null)) continue
    const { [key]: _, ...others } = given
    given = { ...others, [tie]: id }
  }
  return given
}
