import type { ListId } from '../../access/lists'
import type { ListColumns } from '../../custom-columns/query-list'
import { PAYER, PAYER_EXTERNAL_ID } from '../../person-fields/fields'
import { takesPayerExternalId } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import type { PersonInput } from '../schemas'
import type { PayerRow } from './facts'

/** The issue of an input that names a payer by both keys. */
export function* payerNameIssues(input: PersonInput, listed: ListColumns): Iterable<Issue> {
  if (input[PAYER] === undefined || input[PAYER_EXTERNAL_ID] === undefined) return
  if (takesPayerExternalId(listed)) yield [[PAYER_EXTERNAL_ID], { code: 'payer_named_twice' }]
}

/** Finds the id of the person whom an external id names. */
type IdOf = (externalId: string) => string | undefined

/** The external ids that a request gives, with the ids of who gets each, and who loses the one that it has. */
type Renamed = { given?: ReadonlyMap<unknown, string>; isReleased?: (payer: PayerRow) => boolean }

/**
 * Finds payers for persons of a list by external ids, as things are after the request: who has one in this list, else in another
 * one of `lists`, which are those that the caller may use.
 */
export function payersByExternalId(
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

/** The key by which an input names its payer, and the payer's id of any shape; {@link UNKNOWN} if nobody is named so. */
export type NamedPayer = { key: string; id: unknown }

/** No id of a person. */
const UNKNOWN = ''

/** Whom an input of any shape names as its payer. */
export function namedPayer(input: PersonInput, listed: ListColumns, idOf: IdOf): NamedPayer {
  const { [PAYER]: id, [PAYER_EXTERNAL_ID]: externalId } = input
  if (id !== undefined || externalId === undefined || !takesPayerExternalId(listed)) return { key: PAYER, id }
  return {
    key: PAYER_EXTERNAL_ID,
    id: typeof externalId === 'string' ? (idOf(externalId) ?? UNKNOWN) : externalId,
  }
}

/** An input that gives the id of the payer whom it names in another way; as it is if that is nobody. */
export function withPayerId(input: PersonInput, { key, id }: NamedPayer): PersonInput {
  if (key === PAYER || id === UNKNOWN || (typeof id !== 'string' && id !== null)) return input
  const { [PAYER_EXTERNAL_ID]: _, ...others } = input
  return { ...others, [PAYER]: id }
}
