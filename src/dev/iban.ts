import { checkDigits } from '../domain/shared/mod97.ts'

/** The IBAN of a German account: its bank code and number together, 18 digits. */
export const germanIban = (account: string): string => `DE${checkDigits(`${account}DE`)}${account}`

/** The IBAN of a made-up account for each number. */
export const ibanOf = (n: number): string => germanIban(`37040044${String(n).padStart(10, '0')}`)
