import { MANDATE, mandateReferenceOf, PAYMENT_METHOD } from '../../person-fields/fields'
import { withoutAssigned } from '../../person-fields/list-fields'
import { fullName } from '../full-name'
import { nameKey } from '../name-key'
import type { Person } from '../person'
import type { Patch } from '../store/patches'

/** What becomes of the account and the mandate of who gets a payer. */
export type AccountChoice = 'keep' | 'give_up'

const ibanOf = ({ bank_account: account }: Person): string | null => Object(account).iban ?? null

/** The name of an account's holder: the one that the account names, else the person. */
export const holderOf = (person: Person): string =>
  Object(person.bank_account).signatory ?? fullName(person.name)

/** Whether two names are of one holder, whose mandate another account may get. Another holder needs a mandate of its own. */
export const isSameHolder = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

/** Whether a person has an account, and whether it is that of another one. */
export function accountBeside(person: Person, payer: Person): 'none' | 'same' | 'other' {
  const iban = ibanOf(person)
  if (iban === null && !person[MANDATE]) return 'none'
  return iban !== null && iban === ibanOf(payer) ? 'same' : 'other'
}

/**
 * Whether the mandate of a person becomes that of its payer: the payer has none, and it is the same holder's, by the account or by
 * the name. Another holder needs a new mandate.
 */
export function passesMandate(person: Person, payer: Person): boolean {
  if (mandateReferenceOf(person) === '' || mandateReferenceOf(payer) !== '') return false
  if (accountBeside(person, payer) === 'same') return true
  return (
    ibanOf(payer) === null &&
    ibanOf(person) !== null &&
    isSameHolder(holderOf(person), holderOf({ ...payer, bank_account: null }))
  )
}

/** What a payer gets of the mandate of a person: reference, date and last use as they are, and the account if it has none. */
export const passedMandate = (person: Person, payer: Person): Patch => ({
  [MANDATE]: JSON.stringify(withoutAssigned(MANDATE, person[MANDATE])),
  ...(ibanOf(payer) === null && { bank_account: JSON.stringify(person.bank_account) }),
  ...(payer[PAYMENT_METHOD] === null && { [PAYMENT_METHOD]: person[PAYMENT_METHOD] }),
})

/** What takes an account and a mandate from a person. */
export const GIVEN_UP: Patch = { bank_account: null, [MANDATE]: null }
