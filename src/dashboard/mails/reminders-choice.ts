import type { ReminderPayer, Reminders } from '../../domain/mails/reminders/proposal'

/** How many payers a page shows, besides others of their addresses; the rest follows once these are reminded. */
export const PAYERS_SHOWN = 200

/** How many ids an address names at most: those of all that a page shows. */
export const MAX_CHOSEN = 250

/** The first payers, with those who share an address with one of them, so that each address gets one mail. */
export function shownPayers({ payers }: Reminders): ReminderPayer[] {
  const first = payers.slice(0, PAYERS_SHOWN)
  const addresses = new Set(first.map(addressOf))
  const others = payers.slice(PAYERS_SHOWN).filter((payer) => addresses.has(addressOf(payer)))
  return [...first, ...others].slice(0, MAX_CHOSEN)
}

const addressOf = ({ email }: ReminderPayer): string => (email ?? '').toLowerCase()

/** Which payers are ticked, and how many of the fees that someone chose before are not to be reminded of. */
export type Choice = { isChosen: (payer: ReminderPayer) => boolean; notDue: number; ofFees: boolean }

/** All payers, or those with the chosen fees, or those who were chosen before. */
export function choiceOf(
  { payers }: Reminders,
  { feeIds, personIds }: { feeIds: string[]; personIds: string[] },
): Choice {
  if (feeIds.length === 0) {
    const chosen = new Set(personIds)
    const isChosen = ({ person_id }: ReminderPayer) => chosen.size === 0 || chosen.has(person_id)
    return { isChosen, notDue: 0, ofFees: false }
  }
  const chosen = new Set(feeIds)
  const due = new Set(payers.flatMap(({ fees }) => fees.map(({ id }) => id)))
  return {
    isChosen: ({ fees }) => fees.some(({ id }) => chosen.has(id)),
    notDue: [...chosen].filter((id) => !due.has(id)).length,
    ofFees: true,
  }
}
