import { crc32 } from 'node:zlib'
import type { Image } from './image'

const SIGNATURE = '89504e470d0a1a0a'

/** The chunks that decide how an image looks. Others hold texts, times, EXIF or the frames of an animation. */
const KEPT = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs']

/** Reads a PNG file; undefined for any other. Throws a RangeError for one that ends early. */
export function readPng(bytes: Uint8Array): Image | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.subarray(0, 8).toString('hex') !== SIGNATURE) return undefined
  const kept = [file.subarray(0, 8)]
  let size: { width: number; height: number } | undefined
  let hasPixels = false
  for (let at = 8; ; ) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    const name = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined
    if (!size) {
      if (name !== 'IHDR' || length !== 13) return undefined
      size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    }
    if (name === 'IDAT') hasPixels ||= length > 0
    if (KEPT.includes(name)) kept.push(file.subarray(at, end))
    // A chunk in a capital is needed to read the image.
    else if (/^[A-Z]/.test(name)) return undefined
    if (name === 'IEND') break
    at = end
  }
  if (!hasPixels || size.width === 0 || size.height === 0) return undefined
  return { type: 'image/png', ...size, bytes: Uint8Array.from(Buffer.concat(kept)) }
}
