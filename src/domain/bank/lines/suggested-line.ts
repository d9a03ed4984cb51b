import * as z from 'zod'
import { SPHERES } from '../../../db/schema'
import { SIDES } from '../../book/places/side'
import type { Reason, Suggestion } from '../suggest/suggestion'
import { bankLine } from './bank-line'
import type { SuggestedLine } from './list'

const booking = z.object({
  text: z.string(),
  costunit_name: z.string().nullable(),
  category_name: z.string().nullable(),
  sphere: z.enum(SPHERES).nullable(),
  side: z.enum(SIDES).nullable(),
  rule_id: z.string().nullable().describe('The booking rule that it follows'),
})

/** What a line may be as the API shows it, with the reason in words. */
export const suggestion = z
  .object({
    kind: z
      .enum(['payment', 'collection', 'return', 'voucher', 'booking', 'notice'])
      .describe('A `notice` only says what is known; there is nothing to confirm'),
    certain: z.boolean().describe('One reference of ours, and its exact open amount'),
    reason: z.string().describe('In the language of the workspace'),
    reason_code: z
      .string()
      .describe(
        'As `reference`, `account` or `name`. `account_learned` is of an account that has paid before, `name_family` of a payer and all for whom it pays; `…_less` and `…_more` are of another amount than is open. There will be more',
      ),
    parts: z.array(z.object({ fee_id: z.string(), amount: z.int() })),
    rest: z.int().describe('Cents that no part takes'),
    collection_id: z.string().nullable(),
    item_ids: z.array(z.string()).describe('The direct debits that the line returns, or credits one by one'),
    voucher_ids: z.array(z.string()).describe('The vouchers that already have the money of the line'),
    booking: booking.nullable().describe('What all of the line is booked to, as a confirmation takes it'),
    charge: z.int().nullable().describe('Cents that the bank took for a return'),
  })
  .meta({ id: 'BankLineSuggestion' })

/** A line with what it may be. */
export const suggestedLine = bankLine
  .extend({
    suggestion: suggestion.nullable(),
    alternatives: z.array(suggestion).describe('Where several things fit equally, and none is suggested'),
  })
  .meta({ id: 'SuggestedBankLine' })

/** A line with what it may be, and what was made of it. */
export const wholeLine = suggestedLine
  .extend({
    parts: z
      .array(z.object({ fee_id: z.string(), amount: z.int() }))
      .describe('What is assigned to fees, at most 500'),
    voucher_ids: z.array(z.string()).describe('The vouchers that book it, or that had its money before'),
  })
  .meta({ id: 'WholeBankLine' })

export type SuggestedBankLine = z.infer<typeof suggestedLine>

/** A line with what it may be as the API shows it; `words` gives the words for a reason. */
export const toApi = (
  { line, suggestion, alternatives }: SuggestedLine,
  words: (reason: Reason) => string,
): SuggestedBankLine => ({
  ...line,
  suggestion: suggestion && suggestionToApi(suggestion, words),
  alternatives: alternatives.map((alternative) => suggestionToApi(alternative, words)),
})

const suggestionToApi = (
  { reason, return_code: _, ...suggestion }: Suggestion,
  words: (reason: Reason) => string,
) => ({ ...suggestion, reason: words(reason), reason_code: reason.code })
