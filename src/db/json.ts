const CHUNK_BYTES = 1_000_000

/**
 * Packs values into JSON arrays for `json_each(?)`, each array well under the 2 MB that D1 takes in one value: one
 * statement per array, none for no values. A single value must be smaller than a chunk.
 */
export function jsonArrays(values: readonly unknown[]): string[] {
  const chunks: string[][] = []
  let room = 0
  for (const value of values) {
    const item = JSON.stringify(value)
    const bytes = byteLength(item) + 1
    if (bytes > room) {
      chunks.push([])
      room = CHUNK_BYTES
    }
    chunks.at(-1)?.push(item)
    room -= bytes
  }
  return chunks.map((items) => `[${items.join(',')}]`)
}

/** The UTF-8 length of a text, in bytes. */
export const byteLength = (text: string): number => Buffer.byteLength(text)
