import type { Context } from 'hono'
import { RequestError } from './problem'

/** How many bytes of a body are read before the caller is known to be admitted. */
export const UNADMITTED_BYTES = 65_536

/**
 * Reads a body of at most `limit` bytes. `admit` runs before more than {@link UNADMITTED_BYTES} are read, so that a
 * caller without a valid key costs no more than those. Throws `payload_too_large`.
 */
export async function readBody(
  c: Context,
  limit: number,
  admit: () => Promise<unknown>,
): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () => new RequestError('payload_too_large', `Send at most ${limit} bytes at once.`)
  if (Number(c.req.header('Content-Length')) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  let isAdmitted = false
  // Cancels the stream when the loop ends early.
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > limit) throw tooLarge()
    if (bytes > UNADMITTED_BYTES && !isAdmitted) {
      await admit()
      isAdmitted = true
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
