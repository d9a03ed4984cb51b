export const CHUNK_BYTES = 4096

/** A body of `bytes` spaces that counts how much of it was read. */
export function countedBody(bytes: number) {
  let read = 0
  const blanks = new Uint8Array(CHUNK_BYTES).fill(32)
  const raw = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read >= bytes) return controller.close()
        const chunk = blanks.subarray(0, Math.min(CHUNK_BYTES, bytes - read))
        read += chunk.byteLength
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { raw, read: () => read }
}
