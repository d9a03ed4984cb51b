import * as z from 'zod'
import { act } from '../../access/act'
import type { Principal } from '../../access/principal'
import { arrayOf, singleLine } from '../../shared/text'
import { isGiven, requireNoErrors, validate } from '../../shared/validation'
import { TO_BANK } from '../lines/bank-line'
import { certainWork, MAX_CONFIRMED } from './certain'
import { suggestedLine, suggestedWork } from './suggested'
import { writeWork } from './work'

/** The body that confirms several lines: those that are certain, or those that it names. */
export const lineConfirmations = z
  .strictObject({
    account_id: singleLine(255).nullish().describe('Only certain lines of this account'),
    lines: arrayOf(suggestedLine, MAX_CONFIRMED, 1)
      .nullish()
      .describe(
        'Lines that are confirmed as suggested, all or none: payments by reference, name or account of exactly what is open, of persons whose name no other has. Without them, the certain lines are confirmed',
      ),
  })
  .meta({
    id: 'BankLineConfirmations',
    examples: [
      {},
      {
        lines: [
          {
            id: 'lin_0VMtKcPBq7XJ3mZ1sWv9LdTe',
            revision: 1,
            parts: [{ fee_id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe', amount: 4500 }],
          },
        ],
      },
    ],
  })

/** What confirming several lines did. */
export const linesConfirmed = z
  .object({
    confirmed: z.int().describe('How many lines were confirmed'),
    left: z.int().describe('Certain lines that are left, if no lines were named; send the request again'),
  })
  .meta({ id: 'BankLinesConfirmed' })
export type LinesConfirmed = z.infer<typeof linesConfirmed>

/**
 * Confirms the lines that a body names as they were suggested, all or none, or else those that are certain, at most
 * {@link MAX_CONFIRMED}, the oldest first. Returns {@link LinesConfirmed} as JSON. Two trips, and three for those that are certain.
 * Throws `permission_missing`, and `invalid` with issues by the places of lines in the body.
 */
export async function confirmSeveral(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_BANK, async (tx) => {
    const { lines, account_id } = validate(lineConfirmations, body)
    if (lines && isGiven(account_id)) requireNoErrors([[['account_id'], { code: 'account_or_lines' }]])
    const { book, work, left } = lines ? await suggestedWork(tx, lines) : await certainWork(tx, account_id)
    const result: LinesConfirmed = { confirmed: work.length, left }
    return tx.finish(JSON.stringify(result), { written: work.length > 0 ? writeWork(tx, book, work) : [] })
  })
}
