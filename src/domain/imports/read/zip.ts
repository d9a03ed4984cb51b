import { unzipSync } from 'fflate'
import { refusedAt } from '../../shared/error-list'

const MAX_BYTES = 32 * 1024 * 1024

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/** The sizes of the files in a ZIP by name, as it states them. Throws `invalid` for a damaged one. */
export function sizesIn(zip: Uint8Array): Map<string, number> {
  const sizes = new Map<string, number>()
  unzip(zip, ({ name, size, originalSize }) => {
    sizes.set(name, Math.max(size, originalSize))
    return false
  })
  return sizes
}

/**
 * Unpacks the named files of a ZIP; one that it lacks is empty. Throws `invalid` above 32 MiB before it unpacks them.
 * A file that is larger than it states is cut at that size.
 */
export function unpackFiles(zip: Uint8Array, names: string[]): Uint8Array[] {
  const wanted = new Set(names)
  let bytes = 0
  const files = unzip(zip, ({ name, size, originalSize }) => {
    if (!wanted.has(name)) return false
    bytes += Math.max(size, originalSize)
    if (!(bytes <= MAX_BYTES)) throw new TooLarge()
    return true
  })
  return names.map((name) => files[name] ?? new Uint8Array())
}

class TooLarge extends Error {}

type Filter = NonNullable<NonNullable<Parameters<typeof unzipSync>[1]>['filter']>

function unzip(zip: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter })
  } catch (error) {
    throw refusedAt('body', { code: error instanceof TooLarge ? 'table_unpacks_too_large' : 'table_damaged' })
  }
}
