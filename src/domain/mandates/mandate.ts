import * as z from 'zod'
import { collectionItems, mandates } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { shownAddress } from '../persons/documented'
import { maskIban } from '../persons/mask'
import { instant } from '../shared/text'

/** A mandate that there is or was, with what proves it and the debits under it, as the API shows it. */
export const mandate = z
  .object({
    reference: z.string(),
    person_id: z.string(),
    holder: z.string().nullable().describe('Whose account it is'),
    address: shownAddress,
    iban: z.string().nullable(),
    creditor: z
      .object({ name: z.string(), creditor_id: z.string() })
      .nullable()
      .describe('To whom it was given; `null` if the workspace had no creditor yet'),
    signature_date: z.iso.date().nullable(),
    granted: z
      .enum(mandates.granted.enumValues)
      .describe('`online` if it was given in the portal or with an application'),
    text_version: z.string().nullable().describe('The version of the text that was shown online'),
    granted_at: instant.nullable().describe('When it was given online'),
    confirmed_by: z.string().nullable().describe('The email address by which it was confirmed'),
    amendments: z
      .array(
        z.object({
          amended_at: instant,
          holder: z.string(),
          iban: z.string(),
          text_version: z.string().nullable(),
          confirmed_by: z.string().nullable(),
        }),
      )
      .describe('The accounts that its holder gave it for later, the first one first'),
    created_at: instant,
    ended_at: instant.nullable(),
    end_reason: z.enum(mandates.endReason.enumValues).nullable(),
    debits: z
      .array(
        z.object({
          id: z.string(),
          collection_id: z.string(),
          collection_date: z.iso.date(),
          amount: z.int().describe('Cents'),
          iban: z.string(),
          state: z.enum(collectionItems.state.enumValues),
          returned_on: z.iso.date().nullable(),
        }),
      )
      .describe('The latest first, at most 500; those that were discarded left out'),
  })
  .meta({
    id: 'Mandate',
    examples: [
      {
        reference: 'M-1815',
        person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        holder: 'Ada Lovelace',
        address: { street: 'Hauptstr. 1', postcode: '10115', city: 'Berlin', country_code: 'DE' },
        iban: 'DE89370400440532013000',
        creditor: { name: 'Turnverein Musterstadt', creditor_id: 'DE98ZZZ09999999999' },
        signature_date: '2026-01-31',
        granted: 'paper',
        text_version: null,
        granted_at: null,
        confirmed_by: null,
        amendments: [],
        created_at: '2026-01-31T12:00:00.000Z',
        ended_at: null,
        end_reason: null,
        debits: [],
      },
    ],
  })
export type Mandate = z.infer<typeof mandate>

/** A stored mandate; `address`, `creditor`, `amendments` and `debits` are JSON. */
export type MandateRow = Omit<Mandate, 'address' | 'creditor' | 'amendments' | 'debits'> & {
  address: string | null
  creditor: string | null
  amendments: string | null
  debits: string
}

const MAX_DEBITS = 500

/** The mandate under a reference key, with the debits that were not discarded. */
export const selectMandate = (workspace: Sql, key: Sql): Sql<MandateRow> => sql<MandateRow>`
  SELECT reference, mandates.person_id, holder, address, mandates.iban, creditor, signed_on AS signature_date, granted,
    text_version, granted_at, confirmed_by, amendments, created_at, ended_at, end_reason, (
      SELECT json_group_array(json_object('id', debit.id, 'collection_id', debit.collection_id,
        'collection_date', collection_date, 'amount', debit.amount, 'iban', debit.iban, 'state', debit.state,
        'returned_on', returned_on)) FROM (
        SELECT item.*, collections.collection_date FROM collection_items AS item INDEXED BY collection_items_by_mandate
          CROSS JOIN collections
        WHERE item.workspace_id = mandates.workspace_id AND item.mandate_reference = mandates.reference
          AND item.state <> 'discarded'
          AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
        ORDER BY item.id DESC LIMIT ${MAX_DEBITS}) AS debit) AS debits
  FROM mandates WHERE mandates.workspace_id = ${workspace} AND reference_key = ${key}`

/** A selected mandate; without the right to see them, the IBANs masked. */
export function toApi(
  { address, creditor, amendments, debits, ...row }: MandateRow,
  showsIban: boolean,
): Mandate {
  const shown = <T extends string | null>(iban: T) => (iban !== null && !showsIban ? maskIban(iban) : iban)
  const { name, id } = JSON.parse(creditor ?? '{}')
  return {
    ...row,
    address: address === null ? null : JSON.parse(address),
    iban: shown(row.iban),
    creditor: creditor === null ? null : { name, creditor_id: id },
    amendments: (JSON.parse(amendments ?? '[]') as Mandate['amendments']).map((amended) => ({
      ...amended,
      iban: shown(amended.iban),
    })),
    debits: (JSON.parse(debits) as Mandate['debits']).map((debit) => ({ ...debit, iban: shown(debit.iban) })),
  }
}
