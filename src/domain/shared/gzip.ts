/** D1 takes 2 MB in one value. */
const PART_BYTES = 1_000_000

/** A file, gzipped, in parts that D1 takes as values. */
export async function gzipInParts(file: string | Uint8Array<ArrayBuffer>): Promise<Buffer[]> {
  const bytes = await through(new Blob([file]), new CompressionStream('gzip'))
  const parts: Buffer[] = []
  for (let from = 0; from < bytes.length; from += PART_BYTES)
    parts.push(bytes.subarray(from, from + PART_BYTES))
  return parts
}

/** The bytes of a file that {@link gzipInParts} has packed. */
export const unzipParts = (parts: Uint8Array<ArrayBuffer>[]): Promise<Buffer<ArrayBuffer>> =>
  through(new Blob(parts), new DecompressionStream('gzip'))

async function through(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer())
}
