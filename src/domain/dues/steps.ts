import * as z from 'zod'
import type { Step } from './lines'
import type { Rule } from './rule'

/** A step of a computation, as quotes and parts show it. */
export const step = z.object({
  step: z.enum(['price', 'reduction', 'pro_rata', 'rounding', 'family', 'claimed']),
  rule_id: z.string().nullable(),
  name: z.string().nullable().describe('That of the rule'),
  months: z.int().nullable().describe('The months that count, of those of the period'),
  of: z.int().nullable(),
  amount: z.int().describe('What the step adds, in cents; negative for what it takes off'),
})
export type ShownStep = z.infer<typeof step>

/** The steps of a line with the names of their rules. */
export const stepsToApi = (steps: readonly Step[], rules: readonly Rule[]): ShownStep[] =>
  steps.map((one) => {
    const ruleId = 'ruleId' in one ? one.ruleId : null
    const isShare = one.step === 'pro_rata'
    return {
      step: one.step,
      rule_id: ruleId,
      name: rules.find(({ id }) => id === ruleId)?.name ?? null,
      months: isShare ? one.months : null,
      of: isShare ? one.of : null,
      amount: one.amount,
    }
  })
