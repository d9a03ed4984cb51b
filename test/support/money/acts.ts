import { ACCOUNT_ACTS } from './accounts'
import { BANK_ACTS } from './bank-lines'
import { COLLECTION_ACTS } from './collections'
import { CONFIRMATIONS } from './confirmations'
import { DUES_ACTS } from './dues'
import { FEE_ACTS } from './fees'
import { VOUCHER_ACTS } from './vouchers'
import type { MoneyAct } from './world'

/** An act of each kind that there is, with every operation that writes money or what it is booked to. */
export const MONEY_ACTS: MoneyAct[] = [
  ...FEE_ACTS,
  ...DUES_ACTS,
  ...COLLECTION_ACTS,
  ...CONFIRMATIONS,
  ...BANK_ACTS,
  ...ACCOUNT_ACTS,
  ...VOUCHER_ACTS,
]
