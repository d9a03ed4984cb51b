import { LISTS, type ListId } from '../../access/lists'
import type { MailRule } from '../rules/rule'
import { textFor } from '../rules/texts'
import type { ReminderCopy, ReminderPayer } from './proposal'
import type { Level } from './select'

/**
 * A mail that reminds all chosen persons of an address of what they owe, in cents. The first of `payers` leads: the mail is
 * to their list. `level` is the highest that one of the fees comes to, whose text it has.
 */
export type ReminderMail = {
  address: string
  list: ListId
  level: Level
  payers: (ReminderPayer | ReminderCopy)[]
  total: number
  subject: string
  body: string
  /** Whether it is the copy of a last reminder to an adult whose fees someone else pays. */
  isCopy: boolean
}

/**
 * The mails that remind payers, one to an address, in the order of the payers. Members lead, then the first by name.
 * A mail greets those whose fees are still open when it is delivered. Copies come last, each a mail of its own.
 */
export const mailsTo = (payers: ReminderPayer[], rules: Record<Level, MailRule>): ReminderMail[] => [
  ...[...Map.groupBy(payers, ({ email }) => (email ?? '').toLowerCase()).values()].flatMap((group) => {
    const sorted = group.toSorted((one, other) => LISTS.indexOf(one.list) - LISTS.indexOf(other.list))
    const [lead] = sorted
    if (!lead) return []
    const level = Math.max(...sorted.map((payer) => payer.level)) as Level
    return {
      address: lead.email ?? '',
      list: lead.list,
      level,
      payers: sorted,
      total: sorted.reduce((sum, payer) => sum + payer.total, 0),
      ...textFor(lead.list, rules[level]),
      isCopy: false,
    }
  }),
  ...payers.flatMap(({ copies }) =>
    copies.map((copy) => ({
      address: copy.email,
      list: copy.list,
      level: copy.level,
      payers: [copy],
      total: copy.total,
      ...textFor(copy.list, rules[copy.level]),
      isCopy: true,
    })),
  ),
]
