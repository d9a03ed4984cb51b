/** R2 takes parts of at least 5 MiB, all of the same size but the last one. */
const PART_BYTES = 8 * 1_048_576

type Stored = {
  stream: ReadableStream<Uint8Array>
  metadata: Record<string, string>
  /** Whether the file is kept, asked once the stream has ended. */
  isGood: () => boolean
}

/**
 * Stores a stream of any length under a key of a bucket, with a part of it in memory at a time. Returns how many bytes it has, or
 * null if it is not good; then, and if anything fails, nothing is stored.
 */
export async function storeFile(
  bucket: R2Bucket,
  key: string,
  { stream, metadata, isGood }: Stored,
): Promise<number | null> {
  const options = { customMetadata: metadata, httpMetadata: { contentType: 'application/gzip' } }
  let upload: R2MultipartUpload | undefined
  const parts: R2UploadedPart[] = []
  let bytes = 0
  try {
    for await (const { part, isLast } of partsOf(stream)) {
      bytes += part.length
      if (isLast && !isGood()) {
        await upload?.abort()
        return null
      }
      if (isLast && !upload) {
        await bucket.put(key, part, options)
        return bytes
      }
      upload ??= await bucket.createMultipartUpload(key, options)
      parts.push(await upload.uploadPart(parts.length + 1, part))
    }
    await upload?.complete(parts)
    return bytes
  } catch (error) {
    // R2 deletes what is left of an upload after seven days, should this fail as well.
    await upload?.abort().catch(() => {})
    throw error
  }
}

async function* partsOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<{ part: Uint8Array; isLast: boolean }> {
  let buffer = new Uint8Array(PART_BYTES)
  let length = 0
  for await (let chunk of stream) {
    while (chunk.length > 0) {
      if (length === PART_BYTES) {
        yield { part: buffer, isLast: false }
        buffer = new Uint8Array(PART_BYTES)
        length = 0
      }
      const fitting = chunk.subarray(0, PART_BYTES - length)
      buffer.set(fitting, length)
      length += fitting.length
      chunk = chunk.subarray(fitting.length)
    }
  }
  yield { part: buffer.subarray(0, length), isLast: true }
}
