import { unzipSync } from 'fflate'
import { CamtIssue } from './issue'

const MAX_FILES = 1000
const MAX_BYTES = 32 * 1024 * 1024

/**
 * The XML files in an upload: the upload itself, or those of a ZIP in its order. Throws for more than 1,000 files or 32 MiB,
 * before it unpacks them.
 */
export function unpack(upload: Uint8Array): Uint8Array[] {
  const isZip = upload[0] === 0x50 && upload[1] === 0x4b
  if (!isZip) return [upload]
  const names: string[] = []
  let entries = 0
  let bytes = 0
  const files = unzip(upload, ({ name, size, originalSize }) => {
    if (++entries > MAX_FILES) throw new CamtIssue({ code: 'file_too_many_files', max: MAX_FILES })
    if (!/\.xml$/i.test(name) || /(?:^|\/)(?:__MACOSX\/|\.)/.test(name)) return false
    // A file that is larger than it claims is cut at that size, and no longer well-formed.
    bytes += Math.max(size, originalSize)
    if (!(bytes <= MAX_BYTES)) throw new CamtIssue({ code: 'file_unpacks_too_large' })
    names.push(name)
    return true
  })
  if (names.length === 0) throw new CamtIssue({ code: 'file_without_xml' })
  if (new Set(names).size < names.length) throw new CamtIssue({ code: 'file_same_names' })
  return names.map((name) => files[name] ?? new Uint8Array())
}

type Filter = NonNullable<NonNullable<Parameters<typeof unzipSync>[1]>['filter']>

function unzip(upload: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(upload, { filter })
  } catch (error) {
    if (error instanceof CamtIssue) throw error
    throw new CamtIssue({ code: 'file_damaged' })
  }
}
