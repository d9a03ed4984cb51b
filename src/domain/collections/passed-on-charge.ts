import type { Sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { insertFees } from '../fees/create'
import { recordFees } from '../fees/events'
import { wordsOf } from '../payments/direct-debit-words'
import { creditorReference } from '../shared/creditor-reference'
import { newId } from '../shared/ids'
import { returnReason } from './return-reasons'

/** What the passing on of a charge knows of a return: the person, the settings, and what the bank took in cents. */
type Charged = {
  person: { id: string; name: string } | undefined
  settings: { locale: string; passesChargesOn: number }
}

/**
 * The statements that claim the bank's charge for a return from its debtor, as a fee of its own. None unless the workspace
 * passes charges on, the bank took one, and the debtor could have helped it.
 */
export function passedOnCharge(
  principal: Principal,
  workspace: Sql,
  { person, settings }: Charged,
  {
    code,
    charge,
    returnedOn,
    chargeFeeId,
  }: { code: string | null; charge: number | null; returnedOn: string; chargeFeeId?: string },
): Sql[] {
  const isOfDebtor = ['no_funds', 'account_unusable'].includes(returnReason(code).kind)
  if (!settings.passesChargesOn || !charge || !isOfDebtor || !person) return []
  const id = chargeFeeId ?? newId('fee', principal.now)
  const fee = {
    id,
    reference: creditorReference(id),
    amount: charge,
    description: wordsOf(settings.locale, 'charge', returnedOn),
    person_id: person.id,
    person_name: person.name,
  }
  return [
    insertFees(principal, workspace, JSON.stringify([fee])),
    ...recordFees(principal.actor, workspace, [id]),
  ]
}
