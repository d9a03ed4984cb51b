import { crc32, deflateSync } from 'node:zlib'
import encodeQR from 'qr'

/** How many pixels a module of the code has, and how many light modules surround it, which scanners need. */
const SCALE = 5
const QUIET_ZONE = 4

/** A QR code as a PNG, black on white: mail programs show no SVG. In base64, as attachments and data URLs have it. */
export function qrImage(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const size = modules.length * SCALE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit of grey for each pixel.
  header.writeUInt8(1, 8)
  const lines = modules.flatMap((row) => Array<Buffer>(SCALE).fill(lineOf(row, size)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A line of pixels after the byte that names its filter: none. */
function lineOf(row: boolean[], size: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(size / 8))
  for (let x = 0; x < size; x++)
    if (!row[Math.floor(x / SCALE)]) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  return line
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
