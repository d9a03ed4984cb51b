import * as z from 'zod'
import type { Principal } from '../access/principal'
import { maskIban, showsIbans } from '../persons/mask'
import { PROBLEMS } from '../shared/debit-refusals'
import { collectionItem } from './collection'
import { type Found, WARNINGS } from './problems'
import { propose } from './propose'

const finding = <Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.object({
    path: z.string().describe('What of the body it is about, such as `fee_ids.3`, or the setting'),
    fee_id: z.string().nullable(),
    code: z.enum(codes),
    message: z.string(),
  })

/** What a release would do: the debits of the fees without problems, and what was found of the others. */
export const collectionCheck = z
  .object({
    collection_date: z.iso.date(),
    item_count: z.int(),
    amount: z.int().describe('Cents'),
    items: z.array(
      collectionItem.pick({
        person_id: true,
        debtor_name: true,
        iban: true,
        mandate_reference: true,
        signed_on: true,
        amount: true,
        text: true,
        has_new_account: true,
        fees: true,
      }),
    ),
    problems: z.array(finding(PROBLEMS)).describe('A release is refused while there are any'),
    warnings: z.array(finding(WARNINGS)).describe('A release does not mind them'),
    confirms_restore: z
      .int()
      .nullable()
      .describe('What a release must send as `confirms_restore`; `null` if nothing'),
  })
  .meta({ id: 'CollectionCheck' })
export type CollectionCheck = z.infer<typeof collectionCheck>

/** Checks what a release of fees would do, and writes nothing. One trip. Throws `permission_missing` and `invalid`. */
export async function checkCollection(
  { idempotent: _, ...principal }: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<CollectionCheck> {
  const { groups, problems, warnings, credential, collectionDate, unchecked } = await propose(principal, body)
  const isWhole = showsIbans(credential)
  return {
    collection_date: collectionDate,
    item_count: groups.length,
    amount: groups.reduce((sum, { amount }) => sum + amount, 0),
    items: groups.map(({ debtor, fees, ...group }) => ({
      person_id: debtor.id,
      debtor_name: debtor.holder,
      iban: isWhole ? group.iban : maskIban(group.iban),
      mandate_reference: group.mandateReference,
      signed_on: group.signedOn,
      amount: group.amount,
      text: group.text,
      has_new_account: group.hasNewAccount,
      fees: fees.map(({ fee }) => ({ fee_id: fee.id, amount: fee.open_amount })),
    })),
    problems: problems.map(shown),
    warnings: warnings.map(shown),
    confirms_restore: unchecked?.epoch ?? null,
  }
}

const shown = <Code extends string>({ path, feeId, code, message }: Found<Code>) => ({
  path: path.join('.'),
  fee_id: feeId,
  code,
  message,
})
