import { payer } from './direct-debits'
import { rows, type Workspace } from './workspace'

/** Makes a person the payer of others, by their external ids; `null` makes each pay for itself. */
export async function setPayer(
  club: Workspace,
  payerOf: string | null,
  ...dependants: string[]
): Promise<void> {
  for (const dependant of dependants)
    await rows(
      `UPDATE persons SET payer_id = (SELECT id FROM persons AS payer WHERE payer.workspace_id = ? AND payer.external_id = ?)
        WHERE workspace_id = ? AND external_id = ?`,
      club.id,
      payerOf,
      club.id,
      dependant,
    )
}

const BARE = { bank_account: null, sepa_mandate: null, email: null }

/** Uwe Roth, who has account, mandate and address 1, and his children Lena and Olaf, who have none. */
export const UWE = payer(1, { external_id: 'uwe', name: { first_name: 'Uwe', last_name: 'Roth' } })
export const LENA = { ...BARE, external_id: 'lena', name: { first_name: 'Lena', last_name: 'Roth' } }
export const OLAF = { ...BARE, external_id: 'olaf', name: { first_name: 'Olaf', last_name: 'Roth' } }
