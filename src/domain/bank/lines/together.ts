import type { Named } from '../suggest/load-candidates'
import type { Reason, Suggestion } from '../suggest/suggestion'
import type { SuggestedLine } from './list'

/** How it is known who paid: all reasons of suggestions that may be confirmed together with those of other lines. */
const KNOWN_BY: Partial<Record<Reason['code'], 'name' | 'account'>> = {
  name: 'name',
  name_family: 'name',
  account: 'account',
  account_learned: 'account',
}

/** How it is known who paid a line by its suggestion; undefined if it is no payment of which that is known. */
export const knownBy = ({ kind, reason }: Suggestion): 'name' | 'account' | undefined =>
  kind === 'payment' ? KNOWN_BY[reason.code] : undefined

/**
 * The lines that one act may confirm as suggested: payments by name or account of exactly what is open, by persons whose name no
 * other has. None of a fee that another of the lines would pay as well, which a person decides.
 */
export function togetherOf(lines: readonly SuggestedLine[], named: Named): SuggestedLine[] {
  const claims = claimsOf(lines.map(({ suggestion }) => suggestion))
  return lines.filter(
    ({ suggestion }) =>
      suggestion !== null &&
      !suggestion.certain &&
      isForMany(suggestion, named) &&
      suggestion.parts.every(({ fee_id }) => claims.get(fee_id) === 1),
  )
}

/** Whether a suggestion may be confirmed together with those of other lines, as a certain one may; see {@link togetherOf}. */
export function isForMany(suggestion: Suggestion, named: Named): boolean {
  if (suggestion.certain) return true
  const isOfOne = suggestion.parts.every(({ fee_id, amount }) => {
    const fee = named.fees.get(fee_id)
    return fee?.open_amount === amount && fee.namesake === null
  })
  return knownBy(suggestion) !== undefined && suggestion.rest === 0 && isOfOne
}

/** By how many suggestions each fee would be paid. */
export function claimsOf(suggestions: readonly (Suggestion | null)[]): ReadonlyMap<string, number> {
  const claims = new Map<string, number>()
  for (const part of suggestions.flatMap((suggestion) => suggestion?.parts ?? []))
    claims.set(part.fee_id, (claims.get(part.fee_id) ?? 0) + 1)
  return claims
}
