import { isValidIBAN } from 'ibantools'

/**
 * The countries of the European Economic Area. Between them, direct debits need neither BIC nor address; those with
 * the other countries of SEPA (such as CH, GB and MC) need both.
 */
export const EEA_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** Whether a text is a valid IBAN, in capitals without spaces, of a country in the European Economic Area. */
export const isEeaIban = (iban: string): boolean => isValidIBAN(iban) && EEA_COUNTRIES.has(iban.slice(0, 2))
