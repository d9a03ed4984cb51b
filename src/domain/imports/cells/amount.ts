import { NOTHING, type Reader, taken, wrong } from './grade'
import { saysNone, tidyText } from './text'

/** Reads a number or an amount: 1.234,50 · 1234.5 · 48 €. Three digits behind one full stop or comma may be either. */
export const readAmount: Reader<number> = (text, { isDecimalPoint, column }) => {
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const bare = tidy
    .replace(/^(?:€|EUR|Euro|CHF|Fr\.)\s*|\s*(?:€|EUR|Euro|CHF|Fr\.?|%)$/gi, '')
    .replace(/[\s'’]/g, '')
    .replace(/[,.](?:-{1,2}|–|—)$/, '')
  // A zero in front is of a text made of digits, which a number would lose.
  if (/^-?0\d/.test(bare)) return wrong('number_wrong')
  const plain = Number(bare)
  if (isDecimalPoint && /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i.test(bare)) return whole(text, plain, column?.type)
  if (/^-?\d+$/.test(bare)) return whole(text, plain, column?.type)
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) {
    const [thousands, decimals] = [Number(bare.replace(/[.,]/, '')), Number(bare.replace(',', '.'))]
    if (column?.type === 'integer') return { grade: 'tidied', value: thousands }
    return { grade: 'doubtful', kind: 'amount_thousands', value: thousands, other: decimals }
  }
  const german = /^-?\d{1,3}(?:\.\d{3})*(?:,\d+)?$|^-?\d+,\d+$/.test(bare)
  const english = /^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^-?\d+\.\d+$/.test(bare)
  if (german) return whole(text, Number(bare.replaceAll('.', '').replace(',', '.')), column?.type)
  return english ? whole(text, Number(bare.replaceAll(',', '')), column?.type) : wrong('number_wrong')
}

function whole(text: string, value: number, type: string | undefined) {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return wrong('number_wrong')
  if (type === 'integer' && !Number.isInteger(value)) return wrong('number_wrong')
  return String(value) === text ? ({ grade: 'as_is', value } as const) : taken(text, value)
}
