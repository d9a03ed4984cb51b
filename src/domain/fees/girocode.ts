/** A transfer that a GiroCode asks for: `amount` in cents of EUR, `reference` of ISO 11649. */
type Transfer = { name: string; iban: string; amount: number; reference: string }

/** How many characters of the name of a payee banks take. */
const MAX_NAME = 70

/**
 * The content of the QR code of a credit transfer (EPC069-12, version 002, UTF-8): banking apps fill in the transfer from it.
 * The reference is in the structured field, so the unstructured one after it stays empty.
 */
export const girocode = ({ name, iban, amount, reference }: Transfer): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    [...name].slice(0, MAX_NAME).join(''),
    iban,
    `EUR${(amount / 100).toFixed(2)}`,
    '',
    reference,
  ].join('\n')
