import { LEAVE_REASONS, type LeaveReason } from '../../person-fields/fields'
import { headerKey } from '../headers'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { saysNone, tidyText } from './text'

const WORDS: [reason: LeaveReason, words: RegExp][] = [
  ['deceased', /verst|gestorben|\btod|^tot$|deceased|^died|death/],
  ['excluded', /ausschlu|ausgeschl|streichung|gestrichen|excluded|expelled|expulsion/],
  ['moved', /umzug|umgezogen|verzogen|weggezogen|wegzug|wohnortwechsel|moved|relocat/],
  ['left', /austritt|ausgetreten|kundigung|kuendigung|gekund|gekuend|^left$|resign|cancelled|quit/],
]

/** Reads why a membership ended, by the word for it. */
export const readLeaveReason: Reader<LeaveReason> = (text) => {
  const own = LEAVE_REASONS.find((reason) => reason === text)
  if (own) return { grade: 'as_is', value: own }
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const key = headerKey(tidy)
  const [reason] = WORDS.find(([, words]) => words.test(key)) ?? []
  return reason ? taken(text, reason) : wrong('leave_reason_unknown')
}
