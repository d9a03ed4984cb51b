import type { Reader } from './grade'
import { readLine, readNumber, saysNone } from './text'

/** Reads what names a payer or guardian: a membership number, an id, or a key of another system. */
export const readPayer: Reader<string> = (text, context) => {
  if (saysNone(text.trim())) return { grade: 'tidied', value: null }
  const number = readNumber(text, context)
  return number.grade === 'wrong' ? readLine(text, context) : number
}
