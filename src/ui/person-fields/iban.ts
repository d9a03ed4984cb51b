import { friendlyFormatIBAN, isSEPACountry } from 'ibantools'
import { isMaskedIban } from '../../domain/persons/mask'

/** An IBAN in groups of four; a masked one as it is. */
export const formatIban = (iban: string): string =>
  isMaskedIban(iban) ? iban : (friendlyFormatIBAN(iban) ?? iban)

/** The end of an IBAN in its groups of four, `•••• 0130 00`: enough to know one's own account by. */
export function maskedInFours(iban: string): string {
  const groups = formatIban(iban).split(' ')
  return `•••• ${groups.slice(groups.at(-1)?.length === 4 ? -1 : -2).join(' ')}`
}

/** Reads an IBAN as people paste it: `IBAN:` before it, and blanks, dots or hyphens in it. A masked one stays. */
export const readIban = (text: string): string =>
  isMaskedIban(text) ? text : readBic(text).replace(/^IBAN/, '')

/** Reads a BIC: its letters and digits, in capitals. */
export const readBic = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Whether banks find an account by this IBAN alone, so that nobody needs its BIC. */
export const isSepaIban = (iban: string): boolean => isSEPACountry(readIban(iban).slice(0, 2))
