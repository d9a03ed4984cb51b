import type { DirectDebit, DirectDebits } from '../../src/domain/collections/pain008'
import { creditorReference } from '../../src/domain/shared/creditor-reference'
import { newId } from '../../src/domain/shared/ids'
import { checkDigits } from '../../src/domain/shared/mod97'

/** A valid German IBAN for each number. */
export function ibanOf(number: number): string {
  const account = `37040044${String(number).padStart(10, '0')}`
  return `DE${checkDigits(`${account}DE`)}${account}`
}

export const debit = (values: Partial<DirectDebit> = {}): DirectDebit => ({
  reference: creditorReference(newId('dbt', new Date())),
  debtorName: 'Ada Lovelace',
  iban: ibanOf(532013000),
  mandateReference: 'M-1815',
  signedOn: '2026-01-31',
  amount: 4250,
  text: 'Beitrag 2027',
  hasNewAccount: false,
  ...values,
})

export const debits = (items: DirectDebit[], values: Partial<DirectDebits> = {}): DirectDebits => ({
  messageId: creditorReference(newId('run', new Date())),
  createdAt: new Date('2026-11-22T23:30:00Z'),
  collectionDate: '2026-12-08',
  creditor: { name: 'Wander- und Ruderverein e. V.', iban: ibanOf(1815), creditorId: 'DE98ZZZ09999999999' },
  batchBooking: true,
  items,
  ...values,
})
