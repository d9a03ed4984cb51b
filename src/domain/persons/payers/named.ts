import type { ListId } from '../../access/lists'
import type { ListColumns } from '../../custom-columns/query-list'
import { PAYER, RELATION_KEYS, RELATIONS, type Relation } from '../../person-fields/fields'
import { takesExternalId } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import type { PersonInput } from '../schemas'
import type { PayerRow } from './facts'

/** The issues of an input that names somebody by both keys. */
export function* relationNameIssues(input: PersonInput, listed: ListColumns): Iterable<Issue> {
  for (const relation of RELATION_KEYS)
    if (
      input[relation] !== undefined &&
      input[RELATIONS[relation]] !== undefined &&
      takesExternalId(listed, relation)
    )
      yield [
        [RELATIONS[relation]],
        { code: relation === PAYER ? 'payer_named_twice' : 'guardian_named_twice' },
      ]
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
export type Named = { relation: Relation; key: string; id: unknown }

/** No id of a person. */
const UNKNOWN = ''

/** Whom an input of any shape names as its payer or guardian. */
export function namedIn(input: PersonInput, relation: Relation, listed: ListColumns, idOf: IdOf): Named {
  const { [relation]: id, [RELATIONS[relation]]: externalId } = input
  if (id !== undefined || externalId === undefined || !takesExternalId(listed, relation))
    return { relation, key: relation, id }
  return {
    relation,
    key: RELATIONS[relation],
    id: typeof externalId === 'string' ? (idOf(externalId) ?? UNKNOWN) : externalId,
  }
}

/** An input that gives the ids of those whom it names in another way; as it is if they are nobody. */
export function withNamedIds(input: PersonInput, named: readonly Named[]): PersonInput {
  let given = input
  for (const { relation, key, id } of named) {
    if (key === relation || id === UNKNOWN || (typeof id !== 'string' && id !== null)) continue
    const { [key]: _, ...others } = given
    given = { ...others, [relation]: id }
  }
  return given
}
