import type { StatementLine } from '../camt/lines'

/** What matching needs of a line: of a statement that was read, or of a stored line. */
export type MatchLine = Pick<
  StatementLine,
  | 'booked_on'
  | 'amount'
  | 'currency'
  | 'party_name'
  | 'party_iban'
  | 'text'
  | 'end_to_end'
  | 'mandate_reference'
  | 'batch_reference'
  | 'gvc'
  | 'return_code'
  | 'return_text'
  | 'original_amount'
  | 'charge'
> & { account_id?: string }

/** Business transaction codes of returned direct debits. */
const RETURN_CODES = ['108', '109']

/** Whether a line takes money back that a direct debit had brought. */
export const isReturn = ({ amount, gvc, return_code, return_text }: MatchLine): boolean =>
  amount < 0 && (return_code !== null || return_text !== null || (gvc !== null && RETURN_CODES.includes(gvc)))

/** What the debit had that a line returns, in cents: without the charge of the bank, where the line names it. */
export const debitedAmount = ({ amount, original_amount, charge }: MatchLine): number =>
  original_amount ?? -amount - (charge ?? 0)
