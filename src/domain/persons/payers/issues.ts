import type { ListId } from '../../access/lists'
import { PAYER } from '../../person-fields/fields'
import type { Issue } from '../../shared/error-list'
import type { PayerRefusal } from '../../shared/payer-refusals'
import type { PersonRow } from '../person'
import type { PayerFacts, PayerRow } from './facts'

/** The person that an input writes, as far as it is stored. */
export type Paid = { id?: string | undefined; payerId?: unknown; area: PersonRow['area'] }

/** What else a request does: the payers that it gives to persons, by their ids, and whom it deletes. */
export type Meanwhile = {
  payerOf: (id: string) => unknown
  paidBy: (id: string) => readonly (string | undefined)[]
  isDeleted: (row: PayerRow) => boolean
}

const NOTHING_ELSE: Meanwhile = { payerOf: () => undefined, paidBy: () => [], isDeleted: () => false }

/** Finds the issues of the payer, of any shape, whom a request gives to a person under a key, as things are after it. */
export type PayerRule = (given: unknown, person: Paid, key?: string) => Iterable<Issue>

/**
 * The rule for payers: a payer is a person of the workspace, in a list that the caller may use, and has no payer. An applicant
 * pays for applicants alone, and the dead for nobody. The payer that a person has stays as it is.
 */
export function payerRule(
  { payers, dependants }: PayerFacts,
  lists: readonly ListId[],
  meanwhile: Meanwhile = NOTHING_ELSE,
): PayerRule {
  const byId = new Map(payers.map((payer) => [payer.id, payer]))
  const byPayer = Map.groupBy(dependants, ({ payerId }) => payerId)
  const { payerOf, paidBy, isDeleted } = meanwhile
  const pays = (id: string) =>
    paidBy(id).some((paid) => paid !== id) ||
    byPayer.get(id)?.some((one) => payerOf(one.id) === undefined && !isDeleted(one)) === true
  return function* (given, { id, payerId, area }, key = PAYER) {
    const refused = (code: PayerRefusal['code']): Issue => [[key], { code }]
    if (typeof given !== 'string') return
    const payer = byId.get(given)
    const isKept = given === payerId
    if (given === id) yield refused('payer_is_person')
    else if (payer && isDeleted(payer)) yield refused('payer_unknown')
    else if (payer && (payerOf(given) ?? null) !== null) yield refused('payer_has_payer')
    else if (isKept) return
    else if (!payer || !lists.includes(payer.list)) yield refused('payer_unknown')
    else if (payer.isDeceased) yield refused('payer_is_deceased')
    else if (payer.area === 'applications' && area === 'regular') yield refused('payer_is_applicant')
    else if (payer.payerId !== null && payerOf(given) === undefined) yield refused('payer_has_payer')
    if (id !== undefined && given !== id && pays(id)) yield refused('person_is_payer')
  }
}
