import { maskIbansIn } from '../../persons/mask'
import { tidy } from '../../shared/text'
import type { MatchLine } from './line'

/** How many characters of what the bank wrote are a text of a voucher. */
const MAX_TEXT = 140

/** What the bank wrote of a line as the text of its voucher, which auditors read; empty if it wrote nothing. */
export function bookingText({ party_name, text }: Pick<MatchLine, 'party_name' | 'text'>): string {
  const written = [party_name, text]
    .filter(Boolean)
    .join(': ')
    .replace(/\p{Cc}+/gu, ' ')
  return tidy(maskIbansIn(written).slice(0, MAX_TEXT).toWellFormed(), ' ')
}
