import type { PlannedPerson } from './planned'

type Mandate = { reference?: unknown; signature_date?: unknown; last_used_on?: unknown }

/**
 * Gives the day on which a mandate was last used to all who have it. A family has one mandate: for who joined after the last
 * collection it was used as well.
 */
export function shareLastUse(persons: PlannedPerson[]): void {
  const usedOn = new Map<string, unknown>()
  for (const { input } of persons) {
    const mandate = mandateOf(input)
    if (mandate?.last_used_on) usedOn.set(keyOf(input, mandate), mandate.last_used_on)
  }
  for (const { input } of persons) {
    const mandate = mandateOf(input)
    if (!mandate?.signature_date || mandate.last_used_on || input.payment_method !== 'direct_debit') continue
    const day = usedOn.get(keyOf(input, mandate))
    if (day !== undefined) mandate.last_used_on = day
  }
}

const mandateOf = ({ sepa_mandate }: PlannedPerson['input']): Mandate | null | undefined =>
  sepa_mandate as Mandate | null | undefined

/** A mandate is one if reference, day of the signature and account are the same. */
const keyOf = ({ bank_account }: PlannedPerson['input'], { reference, signature_date }: Mandate): string =>
  JSON.stringify([reference, signature_date, Object(bank_account).iban ?? null])
