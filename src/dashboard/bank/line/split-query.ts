import type { FeeSearch, PayableFee } from '../../../domain/bank/lines/search-fees'
import { parseMoney } from '../../../ui/i18n/money'

/**
 * What the form of a line has: a search, the fees that are ticked, and the amount of each fee as it was typed, without a sign. `at`
 * is the place of the line in the inbox.
 */
export type SplitQuery = { search: string; ticked: string[]; texts: ReadonlyMap<string, string>; at: string }

/** A fee of the form: its amount as a text, and in cents; undefined if it is no amount. */
export type Share = { fee: PayableFee; isTicked: boolean; text: string; cents: number | undefined }

const MAX_TICKED = 50
const MAX_SEARCH = 100

/** Reads the fields of the form, out of the query of its address or as they were posted: `amount.` has the id of a fee. */
export function readSplit(fields: URLSearchParams): SplitQuery {
  const ticked = fields.getAll('fee').filter((id) => /^fee_\w{24}$/.test(id))
  const texts = [...fields].flatMap(([name, value]): [string, string][] => {
    const [, id] = /^amount\.(fee_\w{24})$/.exec(name) ?? []
    return id ? [[id, value.trim()]] : []
  })
  return {
    search: (fields.get('by') ?? fields.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    ticked: [...new Set(ticked)].slice(0, MAX_TICKED),
    texts: new Map(texts),
    at: fields.get('at') ?? '',
  }
}

/** The query of a form in which parts of a line are ticked, in cents. */
export const splitParts = (parts: { fee_id: string; amount: number }[]): string[] =>
  parts.flatMap(({ fee_id, amount }) => [
    `fee=${fee_id}`,
    `amount.${fee_id}=${(Math.abs(amount) / 100).toFixed(2)}`,
  ])

/**
 * The fees of a form, ticked ones first, and what they leave of its line in cents without a sign. Where nothing was typed, a
 * ticked fee takes what the others leave, and another one would take what it can.
 */
export function divide({ line, chosen, found, fitting }: FeeSearch, { texts }: Pick<SplitQuery, 'texts'>) {
  const rest = line.amount - line.assigned_amount
  const fees = [...chosen, ...found]
  const ticked = new Set([...chosen.map(({ id }) => id), ...fitting])
  const typed = new Map(fees.flatMap(({ id }) => (texts.get(id) ? [[id, texts.get(id) ?? '']] : [])))
  let left = Math.abs(rest)
  for (const id of ticked) left -= parseMoney(typed.get(id) ?? '') ?? 0
  const shares = fees.map((fee): Share => {
    const isTicked = ticked.has(fee.id)
    const text = typed.get(fee.id)
    if (text !== undefined) return { fee, isTicked, text, cents: parseMoney(text) }
    const cents = Math.max(0, Math.min(freeOf(fee, rest), isTicked ? left : Math.abs(rest)))
    if (isTicked) left -= cents
    return { fee, isTicked, text: '', cents }
  })
  return { shares, left }
}

/** What can be paid of a fee, or given back of it where the money of a line goes out. */
export const freeOf = ({ open_amount, paid_amount }: PayableFee, rest: number): number =>
  rest < 0 ? paid_amount : open_amount
