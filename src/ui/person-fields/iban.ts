import { friendlyFormatIBAN } from 'ibantools'
import { isMaskedIban } from '../../domain/persons/mask'

/** An IBAN in groups of four; a masked one as it is. */
export const formatIban = (iban: string): string =>
  isMaskedIban(iban) ? iban : (friendlyFormatIBAN(iban) ?? iban)
