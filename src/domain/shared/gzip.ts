/** D1 takes 2 MB in one value. A multiple of four, so that each part is base64 of its own. */
const PART_LENGTH = 1_000_000

/** A file of some pieces, gzipped, as base64 in parts that D1 takes as values: it sends bytes as lists of numbers. */
export async function gzipInParts(...pieces: (string | Uint8Array<ArrayBuffer>)[]): Promise<string[]> {
  const packed = await through(new Blob(pieces), new CompressionStream('gzip'))
  const base64 = packed.toString('base64')
  const parts: string[] = []
  for (let from = 0; from < base64.length; from += PART_LENGTH)
    parts.push(base64.slice(from, from + PART_LENGTH))
  return parts
}

/** The bytes of a file that {@link gzipInParts} has packed. */
export const unzipParts = (parts: string[]): Promise<Buffer<ArrayBuffer>> =>
  through(new Blob(parts.map((part) => Buffer.from(part, 'base64'))), new DecompressionStream('gzip'))

async function through(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer())
}
