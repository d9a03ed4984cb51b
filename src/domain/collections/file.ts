import { creditorReference } from '../shared/creditor-reference'
import { sha256 } from '../shared/hash'
import type { Creditor } from '../workspaces/money-settings'
import { type DirectDebit, pain008 } from './pain008'

/** D1 takes 2 MB in one value. */
const PART_BYTES = 1_000_000

/** A file for the bank, gzipped in parts. `sha256` is the digest of what they unpack to. */
export type StoredFile = { messageId: string; sha256: string; parts: Buffer[] }

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
  const bytes = await through(new Blob([xml]), new CompressionStream('gzip'))
  const parts: Buffer[] = []
  for (let from = 0; from < bytes.length; from += PART_BYTES)
    parts.push(bytes.subarray(from, from + PART_BYTES))
  return { messageId, sha256: await sha256(xml), parts }
}

/** The bytes of a stored file. */
export const unpack = (parts: Uint8Array<ArrayBuffer>[]): Promise<Buffer<ArrayBuffer>> =>
  through(new Blob(parts), new DecompressionStream('gzip'))

async function through(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer())
}
