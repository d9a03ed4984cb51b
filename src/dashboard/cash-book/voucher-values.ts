import { parseMoney } from '../../ui/i18n/money'
import { assignmentOf, type PlaceValues } from '../places'
import type { Refused } from '../refused-fields'
import { placeIn } from './place-fields'

/** A line of the form of a voucher, as it was typed. */
export type LineValues = PlaceValues & { amount: string; text: string }

/** Income or an expense, or what comes back of one: a refund of income goes out, and that of an expense comes in. */
export const DIRECTIONS = ['out', 'in', 'out_back', 'in_back'] as const
type Direction = (typeof DIRECTIONS)[number]

/** The form of a voucher, as it was typed. */
export type VoucherValues = {
  direction: Direction
  amount: string
  booked_on: string
  text: string
  party: string
  account_id: string
  lines: LineValues[]
}

const MAX_LINES = 20

/** Reads the form of a voucher. */
export function readVoucherForm(form: URLSearchParams): VoucherValues {
  const count = Math.min(MAX_LINES, Math.max(1, Number(form.get('count')) || 1))
  const textOf = (name: string) => form.get(name)?.trim() ?? ''
  return {
    direction: DIRECTIONS.find((one) => one === form.get('direction')) ?? 'out',
    amount: textOf('amount'),
    booked_on: textOf('booked_on'),
    text: textOf('text'),
    party: textOf('party'),
    account_id: textOf('account_id'),
    lines: Array.from({ length: count }, (_, index) => ({
      amount: textOf(`lines.${index}.amount`),
      text: textOf(`lines.${index}.text`),
      ...placeIn(form, `lines.${index}.`),
    })),
  }
}

/** The same voucher with one more line; the first split puts the amount into the first of them. */
export function withAnotherLine(values: VoucherValues): VoucherValues {
  const [first] = values.lines
  const empty = { amount: '', text: '', place: '', sphere: first?.sphere ?? '' }
  if (values.lines.length > 1) return { ...values, lines: [...values.lines, empty].slice(0, MAX_LINES) }
  return { ...values, lines: [{ ...empty, ...first }, empty] }
}

/** The voucher as the domain takes it. Lines without an amount are left out of a voucher with several. */
export function voucherBody(values: VoucherValues): Record<string, unknown> {
  const { direction, amount, booked_on, text, party, account_id, lines } = values
  const signed = (typed: string): number | null => {
    const cents = parseMoney(typed)
    return cents === undefined ? null : direction === 'in' || direction === 'out_back' ? cents : 0 - cents
  }
  const side = direction.startsWith('in') ? 'in' : 'out'
  const [first] = lines
  const isSplit = lines.length > 1
  return {
    booked_on,
    text,
    party: party || null,
    account_id: account_id || null,
    ...(isSplit && amount && { amount: signed(amount) ?? amount }),
    lines: isSplit
      ? typedLines(values).map((line) => ({
          amount: signed(line.amount),
          side,
          text: line.text || null,
          ...assignmentOf(line),
        }))
      : [{ amount: signed(amount), side, ...assignmentOf(first ?? { place: '', sphere: '' }) }],
  }
}

const isTyped = ({ amount, text }: LineValues): boolean => amount !== '' || text !== ''

const typedLines = ({ lines }: VoucherValues): LineValues[] => {
  const typed = lines.filter(isTyped)
  return typed.length > 0 ? typed : lines.slice(0, 1)
}

/** The refused of a voucher, by the inputs of its form: a single line is in those of the voucher. */
export function refusedByInput(refused: Refused, values: VoucherValues): Refused {
  const indexes = values.lines.flatMap((line, index) => (isTyped(line) ? [index] : []))
  const isSplit = values.lines.length > 1
  return Object.fromEntries(
    Object.entries(refused).map(([name, text]) => {
      const [, line = '', field = ''] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? []
      if (field === '') return [name, text]
      if (!isSplit) return [field === 'amount' ? 'amount' : `lines.0.${field}`, text]
      return [`lines.${indexes[Number(line)] ?? line}.${field}`, text]
    }),
  )
}
