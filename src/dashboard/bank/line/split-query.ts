import type { PayableFee } from '../../../domain/bank/lines/search-fees'
import { parseMoney } from '../../../ui/i18n/money'

/** A fee that a line is divided among. `text` is its amount as it was typed, without a sign; empty for what is left. */
export type PartValue = { feeId: string; text: string }

/** What the page shows: a search, and the fees that were chosen. `at` is the place of the line in the inbox. */
export type SplitQuery = { search: string; parts: PartValue[]; at: string }

const MAX_PARTS = 50
const MAX_SEARCH = 100

/** Reads the address of the page: `part` is the id of a fee with cents behind a colon. */
export function readSplit(url: string): SplitQuery {
  const { searchParams } = new URL(url)
  const parts = searchParams.getAll('part').flatMap((part) => {
    const [, feeId, cents = ''] = /^(fee_\w{24})(?::-?(\d{1,11}))?$/.exec(part) ?? []
    return feeId ? [{ feeId, text: cents && (Number(cents) / 100).toFixed(2) }] : []
  })
  return {
    search: (searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    parts: parts.slice(0, MAX_PARTS),
    at: searchParams.get('at') ?? '',
  }
}

/** Reads the fields of the page: `amount.` with the id of a fee. */
export const partsIn = (form: URLSearchParams): PartValue[] =>
  [...form]
    .flatMap(([name, value]) => {
      const [, feeId] = /^amount\.(fee_\w{24})$/.exec(name) ?? []
      return feeId ? [{ feeId, text: value.trim() }] : []
    })
    .slice(0, MAX_PARTS)

/** The query of the page with a search and parts. What is no amount is left to be filled in. */
export function splitQuery({ search, parts, at }: SplitQuery): string {
  const query = new URLSearchParams()
  if (at !== '') query.set('at', at)
  if (search !== '') query.set('q', search)
  for (const { feeId, text } of parts) {
    const cents = parseMoney(text)
    query.append('part', cents === undefined ? feeId : `${feeId}:${cents}`)
  }
  return query.size > 0 ? `?${query}` : ''
}

/** How much of what is left of a line a fee takes, in cents without a sign; `goesOut` for money that is refunded. */
export const takeOf = ({ open_amount, paid_amount }: PayableFee, left: number, goesOut: boolean): number =>
  Math.max(0, Math.min(goesOut ? paid_amount : open_amount, left))

/** The parts of an amount of cents with theirs: one without an amount takes what is left. Undefined where it is no amount. */
export function divide(parts: PartValue[], chosen: PayableFee[], total: number, goesOut: boolean) {
  const typed = parts.map(({ text }) => parseMoney(text))
  let left = total - typed.reduce((sum: number, cents) => sum + (cents ?? 0), 0)
  const divided = parts.flatMap(({ feeId, text }, index) => {
    const fee = chosen.find(({ id }) => id === feeId)
    if (!fee) return []
    const cents = text === '' ? takeOf(fee, left, goesOut) : typed[index]
    if (text === '') left -= cents ?? 0
    return [{ fee, text, cents }]
  })
  return { parts: divided, left }
}
