import { NOTHING, type Reader } from './grade'
import { tidyText } from './text'

const YES = /^(?:x+|ja|j|1|wahr|true|t|yes|y|on|ok|✓|✔|☑|☒|✅|•|\*)$/iu
const NO = /^(?:nein|n|0|falsch|false|f|no|off|☐|✗|✘|❌)$/iu

/** Reads a yes or no. Another word is asked for. */
export const readYesNo: Reader<boolean> = (text) => {
  if (text === 'true' || text === 'false') return { grade: 'as_is', value: text === 'true' }
  const tidy = tidyText(text)
  if (tidy === '' || /^[-–—−./]+$/.test(tidy)) return NOTHING
  if (YES.test(tidy)) return { grade: 'tidied', value: true }
  if (NO.test(tidy)) return { grade: 'tidied', value: false }
  return { grade: 'doubtful', kind: 'unknown_word', value: null, word: tidy }
}
