import type { Image } from './image'

/** The chunks that decide how an image looks. Others hold EXIF, XMP or what is unknown. */
const KEPT = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']

/** The bits of a VP8X chunk that announce EXIF and XMP. */
const METADATA_FLAGS = 0x0c

type Size = { width: number; height: number }

/** Reads a WebP file; undefined for any other. Throws a RangeError for one that ends early. */
export function readWebp(bytes: Uint8Array): Image | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return undefined
  const kept: Buffer[] = []
  const sizes: Size[] = []
  let hasPixels = false
  for (let at = 12; at < end; ) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (next > end) return undefined
    const chunk = Buffer.from(file.subarray(at, next))
    const size = sizeIn(name, chunk.subarray(8, 8 + length))
    if (size) sizes.push(size)
    if (['VP8 ', 'VP8L', 'ANMF'].includes(name)) hasPixels ||= size !== undefined
    if (name === 'VP8X') chunk[8] = chunk.readUInt8(8) & ~METADATA_FLAGS
    if (KEPT.includes(name)) kept.push(chunk)
    at = next
  }
  if (!hasPixels) return undefined
  const content = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.alloc(8, 'RIFF')
  head.writeUInt32LE(content.length, 4)
  return {
    type: 'image/webp',
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
    bytes: Uint8Array.from(Buffer.concat([head, content])),
  }
}

/** The size in the data of a chunk: of the canvas, of a frame, or of the pixels. */
function sizeIn(name: string, data: Buffer): Size | undefined {
  if (name === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) }
  if (name === 'ANMF') return { width: 1 + data.readUIntLE(6, 3), height: 1 + data.readUIntLE(9, 3) }
  if (name === 'VP8L' && data[0] === 0x2f && data.length > 5) {
    const bits = data.readUInt32LE(1)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  const isKeyFrame = name === 'VP8 ' && data.length > 10 && data.toString('hex', 3, 6) === '9d012a'
  if (!isKeyFrame) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}
