import type { ReminderPayer, Reminders } from '../../domain/mails/reminders/proposal'

/** How many payers a page shows; the others follow once these are reminded. */
export const PAYERS_SHOWN = 200

/** Which payers are ticked, and how many of the fees that someone chose before are not to be reminded of. */
export type Choice = { isChosen: (payer: ReminderPayer) => boolean; notDue: number; ofFees: boolean }

/** All payers, or those with the chosen fees. */
export function choiceOf({ payers }: Reminders, feeIds: string[]): Choice {
  if (feeIds.length === 0) return { isChosen: () => true, notDue: 0, ofFees: false }
  const chosen = new Set(feeIds)
  const due = new Set(payers.flatMap(({ fees }) => fees.map(({ id }) => id)))
  return {
    isChosen: ({ fees }) => fees.some(({ id }) => chosen.has(id)),
    notDue: [...chosen].filter((id) => !due.has(id)).length,
    ofFees: true,
  }
}

/** All payers but those whom a form has shown and not ticked. */
export function choiceIn(form: URLSearchParams): Choice {
  const [shown, ticked] = [new Set(form.getAll('shown')), new Set(form.getAll('id'))]
  return {
    isChosen: ({ person_id }) => !shown.has(person_id) || ticked.has(person_id),
    notDue: 0,
    ofFees: false,
  }
}
