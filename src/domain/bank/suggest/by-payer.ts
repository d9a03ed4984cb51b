import { isOpen, sumOf } from './by-reference'
import type { Candidates, OpenFee, Payer } from './candidates'
import type { MatchLine } from './line'
import { nameKeysIn, namesIn } from './names'
import { type Reason, type Suggestion, suggestion } from './suggestion'

/**
 * Fees of the persons whose account the line comes from (rule 6): one of the amount, or all of a person, or all of these
 * persons. Where several persons owe the amount, the one whom the line names.
 */
export function byAccount(line: MatchLine, { payersByIban }: Candidates): Suggestion[] {
  const found = payersByIban.get(line.party_iban ?? '') ?? []
  if (found.length === 0) return []
  const own = found.filter(({ learned }) => !learned)
  const payers = (own.length > 0 ? own : found).map(({ payer }) => payer)
  const code = own.length > 0 ? 'account' : 'account_learned'
  const single = payers.flatMap((payer) => withAmount(line, [payer]))
  const named = payers.filter(namesIn(line)).flatMap((payer) => withAmount(line, [payer]))
  const choices = named.length === 1 ? named : single
  if (choices.length > 0) return choices.map((fee) => payment([fee], { code, fees: 1, persons: 1 }))
  const groups = [...payers.map((payer) => [payer]), ...(payers.length > 1 ? [payers] : [])]
  return groups.flatMap((group) => {
    const fees = openFees(group)
    const persons = group.filter((payer) => payer.fees.some(isOpen)).length
    return fees.length > 1 && sumOf(fees) === line.amount && persons === group.length
      ? [payment(fees, { code, fees: fees.length, persons })]
      : []
  })
}

/** Fees of the amount of persons whose names are both in the line (rule 7). */
export function byName(line: MatchLine, { payersByNameKey }: Candidates): Suggestion[] {
  if (payersByNameKey.size === 0) return []
  const found = nameKeysIn(line).flatMap((key) => payersByNameKey.get(key) ?? [])
  const payers = new Map(found.map((payer) => [payer.id, payer]))
  const named = [...payers.values()].filter(namesIn(line))
  return withAmount(line, named).map((fee) => payment([fee], { code: 'name' }))
}

const openFees = (payers: readonly Payer[]): OpenFee[] => {
  const fees = payers.flatMap((payer) => payer.fees.filter(isOpen))
  return [...new Map(fees.map((fee) => [fee.id, fee])).values()]
}

const withAmount = (line: MatchLine, payers: readonly Payer[]): OpenFee[] =>
  openFees(payers).filter(({ open_amount }) => open_amount === line.amount)

const payment = (fees: readonly OpenFee[], reason: Reason): Suggestion =>
  suggestion({
    kind: 'payment',
    reason,
    parts: fees.map(({ id, open_amount }) => ({ fee_id: id, amount: open_amount })),
  })
