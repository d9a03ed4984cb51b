import type { Image } from './image'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** The sizes of an image are in a frame header: C0 to CF but for tables (C4), JPEG extensions (C8) and arithmetic codes (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads a JPEG file; undefined for any other. Throws a RangeError for one that ends early. */
export function readJpeg(bytes: Uint8Array): Image | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.subarray(0, 3).toString('hex') !== 'ffd8ff') return undefined
  const kept = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasPixels = false
  for (let at = 2; ; ) {
    if (file.readUInt8(at) !== 0xff) return undefined
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) break
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end > file.length || end < at + 4) return undefined
    if (isFrame(marker)) size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    if (!isMetadata(marker, file.toString('latin1', at + 4, at + 16))) kept.push(file.subarray(at, end))
    at = end
    if (marker === START_OF_SCAN) {
      const pixelsEnd = endOfScan(file, at)
      hasPixels ||= pixelsEnd > at
      kept.push(file.subarray(at, pixelsEnd))
      at = pixelsEnd
    }
  }
  if (!hasPixels || !size || size.width === 0 || size.height === 0) return undefined
  kept.push(Buffer.from([0xff, END_OF_IMAGE]))
  return { type: 'image/jpeg', ...size, bytes: Uint8Array.from(Buffer.concat(kept)) }
}

/** Whether a segment is a comment or holds data of a program, but for how colours are to be read. */
function isMetadata(marker: number, name: string): boolean {
  if (marker === 0xfe) return true
  if (marker < 0xe0 || marker > 0xef) return false
  const isColour =
    marker === 0xee ? name.startsWith('Adobe') : marker === 0xe2 && name.startsWith('ICC_PROFILE')
  return marker !== 0xe0 && !isColour
}

/** Where the pixels of a scan end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = start; ; at += 1) {
    if (file.readUInt8(at) !== 0xff) continue
    const next = file.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
}
