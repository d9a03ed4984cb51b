import { type Reader, wrong } from './grade'
import { saysNone } from './text'

/** Reads the reference of a mandate exactly as it is: the bank compares its text. */
export const readReference: Reader<string> = (text) => {
  if (saysNone(text.trim())) return { grade: 'tidied', value: null }
  return text.length > 35 || /\p{Cc}|\p{Cs}/u.test(text)
    ? wrong('reference_wrong')
    : { grade: 'as_is', value: text }
}
