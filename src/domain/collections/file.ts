import { type Sql, sql } from '../../db/sql'
import { gzipInParts } from '../shared/gzip'
import { sha256 } from '../shared/hash'
import type { CollectionItem } from './collection'
import type { Creditor } from './creditor'
import { type DirectDebit, pain008 } from './pain008'

/** A file for the bank, gzipped, as base64 in parts. `sha256` is the digest of what they unpack to. */
export type StoredFile = { messageId: string; sha256: string; parts: string[] }

/** What the file says of a debit. */
export type FileItem = Pick<
  CollectionItem,
  | 'reference'
  | 'debtor_name'
  | 'iban'
  | 'mandate_reference'
  | 'signed_on'
  | 'amount'
  | 'text'
  | 'has_new_account'
>

/** Writes the file of a collection. Its bytes are made once and stored: a later version would write others. */
export async function writeFile(
  messageId: string,
  createdAt: Date,
  { creditor, collectionDate, items }: { creditor: Creditor; collectionDate: string; items: FileItem[] },
): Promise<StoredFile> {
  const { name, iban, creditor_id: creditorId } = creditor
  const xml = pain008({
    messageId,
    createdAt,
    collectionDate,
    creditor: { name, iban, creditorId },
    batchBooking: true,
    items: items.map(debitOf),
  })
  return { messageId, sha256: sha256(xml), parts: await gzipInParts(xml) }
}

/** The statements that store the file of a collection. */
export const insertFile = (workspace: Sql, id: string, { parts }: StoredFile): Sql[] =>
  parts.map(
    (content, part) => sql`
      INSERT INTO collection_files (workspace_id, collection_id, part, content)
      VALUES (${workspace}, ${id}, ${part}, ${content})`,
  )

const debitOf = (item: FileItem): DirectDebit => ({
  reference: item.reference,
  debtorName: item.debtor_name,
  iban: item.iban,
  mandateReference: item.mandate_reference,
  signedOn: item.signed_on,
  amount: item.amount,
  text: item.text,
  hasNewAccount: item.has_new_account,
})
