import type { PersonInput } from '../persons/schemas'
import { isObject } from '../shared/validation'
import type { PlannedPerson } from './planned'

/**
 * Gives the day on which a mandate was last used to all who have it. A family has one mandate: for who joined after the last
 * collection it was used as well.
 */
export class LastUses {
  private readonly usedOn = new Map<string, unknown>()
  private readonly without: { person: PlannedPerson; mandate: string }[] = []

  /** Takes note of a person, with the object that its text is of. */
  note(person: PlannedPerson, { bank_account, sepa_mandate, payment_method }: PersonInput): void {
    if (!isObject(sepa_mandate)) return
    const { reference, signature_date, last_used_on } = sepa_mandate
    // A mandate is one if reference, day of the signature and account are the same.
    const mandate = JSON.stringify([reference, signature_date, Object(bank_account).iban ?? null])
    if (last_used_on) this.usedOn.set(mandate, last_used_on)
    else if (signature_date && payment_method === 'direct_debit') this.without.push({ person, mandate })
  }

  /** Gives the days to the persons who have none, once all are noted. */
  share(): void {
    for (const { person, mandate } of this.without) {
      const last_used_on = this.usedOn.get(mandate)
      if (last_used_on === undefined) continue
      const input = JSON.parse(person.input)
      person.input = JSON.stringify({ ...input, sepa_mandate: { ...input.sepa_mandate, last_used_on } })
    }
  }
}
