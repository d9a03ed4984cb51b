import * as z from 'zod'
import { ITEM_KINDS } from './items'

/** Why bank and book differ. `opening` to `balance_jump` are about statements, the others about bank lines and vouchers. */
export const DIFFERENCES = ['opening', 'statement_gap', 'balance_jump', ...ITEM_KINDS] as const

const cents = (what: string) => z.int().describe(`Cents ${what}`)

/** A period in which the balance of the bank moved otherwise than its lines and the book say. */
const period = z.object({
  after: z.iso.date().describe('The last day before it'),
  before: z.iso.date().describe('The first day of what the bank told next'),
  amount: cents('by which the balance moved otherwise'),
})
export type Period = z.infer<typeof period>

const difference = z.object({
  kind: z.enum(DIFFERENCES).describe(
    `\`opening\`: the first balance of the bank and the opening of the account. \`statement_gap\`: days of which no statement
tells. \`balance_jump\`: statements that touch, or a typed balance, which lines do not lead to. \`open_lines\`, \`ignored_lines\`:
bank lines without a voucher. \`elsewhere\`: what of lines was booked elsewhere. \`vouchers\`, \`transfers\`: vouchers without a
bank line on days of which statements tell. \`lines_first\`, \`vouchers_first\`: pairs of a line and a voucher of which only one
lies before the end of the day. \`since_balance\`: vouchers after the last balance of the bank.`.replaceAll(
      '\n',
      ' ',
    ),
  ),
  amount: cents('by which the bank has more for this reason; negative where it has less'),
  count: z.int().describe('How many lines, vouchers or periods these are'),
  periods: z
    .array(period)
    .describe('Of `statement_gap` and `balance_jump`, the newest first; empty for others'),
})
export type Difference = z.infer<typeof difference>

/** An account by bank and by book at the end of a day. */
export const reconciliation = z
  .object({
    account_id: z.string(),
    on: z.iso.date(),
    bank: z
      .object({
        balance: cents('at the end of the day: the last balance that the bank told, and the lines since'),
        balance_on: z.iso.date().describe('The day of that last balance'),
        source: z.enum(['statement', 'typed']).describe('`typed` is a balance that somebody entered'),
      })
      .nullable()
      .describe('`null` where neither a statement nor anybody told a balance'),
    book: cents('at the end of the day by the vouchers'),
    difference: cents('that the bank has more than the book').nullable(),
    differences: z.array(difference).describe('All reasons; their amounts add up to the difference'),
    reconciled: z.boolean().describe('Whether bank and book agree and nothing is left between them'),
  })
  .meta({
    id: 'Reconciliation',
    examples: [
      {
        account_id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        on: '2026-01-31',
        bank: { balance: 140400, balance_on: '2026-01-31', source: 'statement' },
        book: 129500,
        difference: 10900,
        differences: [{ kind: 'open_lines', amount: 10900, count: 2, periods: [] }],
        reconciled: false,
      },
    ],
  })
export type Reconciliation = z.infer<typeof reconciliation>

/** The query of a reconciliation. */
export const reconciliationQuery = z.strictObject({
  on: z.iso
    .date()
    .optional()
    .describe('Until the end of which day; today without it')
    .meta({ examples: ['2026-01-31'] }),
})
