/** A bank statement (camt.053) or account report (camt.052). Amounts are cents, dates `YYYY-MM-DD`. */
export type Statement = {
  format: 'camt.053' | 'camt.052'
  /** Which XML file of the upload it is from, and which statement of that file it is; both count from 1. */
  file: number
  statement: number
  /** Which of several pages of a statement it is; null if it is not divided. */
  page: number | null
  iban: string
  currency: string
  id: string | null
  from: string | null
  to: string | null
  /** The booked balances; null if the file has none, or if those of a camt.052 do not add up. */
  opening: number | null
  closing: number | null
  lines: StatementLine[]
  skipped: SkippedEntry[]
}

/** A booked entry, or a part of one that the bank splits with amounts that add up. */
export type StatementLine = {
  booked_on: string
  valued_on: string | null
  /** Signed: money out is negative. */
  amount: number
  currency: string
  party_name: string | null
  party_iban: string | null
  text: string | null
  end_to_end: string | null
  mandate_reference: string | null
  /** `PmtInfId` of the batch, or its `MsgId`. */
  batch_reference: string | null
  /** The three digits of the German business transaction code. */
  gvc: string | null
  /** Of a return: the reason (`AC04`), and what the bank says of it. */
  return_code: string | null
  return_text: string | null
  /** What was collected or sent before the bank added or kept its charge; both in the currency of the line. */
  original_amount: number | null
  charge: number | null
  /** The number of the entry in its XML file, from 1. */
  entry: number
  /** The entry, where other files may tell it in another way. */
  whole: WholeEntry | null
}

/**
 * An entry of several payments, or one that may have several: split into lines, as one line with their details, or as one
 * without. The amount is signed; the reference is that of the bank or of the batch, or else how many payments it has.
 */
export type WholeEntry = { kind: 'split' | 'detailed' | 'plain'; amount: number; reference: string }

export type SkippedEntry = { entry: number; reason: 'not_booked' | 'zero_amount' }
