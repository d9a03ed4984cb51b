import { creditorReference } from '../shared/creditor-reference'
import { gzipInParts } from '../shared/gzip'
import { sha256 } from '../shared/hash'
import type { Creditor } from '../workspaces/money-settings'
import { type DirectDebit, pain008 } from './pain008'

/** A file for the bank, gzipped, as base64 in parts. `sha256` is the digest of what they unpack to. */
export type StoredFile = { messageId: string; sha256: string; parts: string[] }

/** Writes the file of a collection. Its bytes are made once and stored: a later version would write others. */
export async function writeFile(
  runId: string,
  createdAt: Date,
  { creditor, collectionDate, items }: { creditor: Creditor; collectionDate: string; items: DirectDebit[] },
): Promise<StoredFile> {
  const messageId = creditorReference(runId)
  const { name, iban, creditor_id: creditorId } = creditor
  const xml = pain008({
    messageId,
    createdAt,
    collectionDate,
    creditor: { name, iban, creditorId },
    batchBooking: true,
    items,
  })
  return { messageId, sha256: await sha256(xml), parts: await gzipInParts(xml) }
}
