import { crc32 } from 'node:zlib'

const decode = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, 'base64'))

/** Pictures of 8 × 6 red pixels, as a browser writes them. */
export const PNG = decode(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAYAAAD+Bd/7AAAAH0lEQVR4AczKMQ0AAADCsAX/nsEBvCzZVxncFqMHEAAAAP//vYz5igAAAAZJREFUAwBTfQ/9d2eiTwAAAABJRU5ErkJggg==',
)
export const JPEG = decode(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAANSP/9k=',
)
export const WEBP = decode(
  'UklGRjgAAABXRUJQVlA4ICwAAACQAQCdASoIAAYABABoJaACdLoAA5gA/us2/6E2Paiv/0JP/ibP+Js+AAAAAA==',
)
export const WEBP_LOSSLESS = decode('UklGRhwAAABXRUJQVlA4TA8AAAAvB0ABAAcQ/Y/+ByKi/wEA')

/** The bytes of several parts. */
export const bytesOf = (...parts: (Uint8Array | string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  )

const number = (value: number, bytes: number, isLittleEndian = false): Uint8Array => {
  const buffer = Buffer.alloc(bytes)
  if (isLittleEndian) buffer.writeUIntLE(value, 0, bytes)
  else buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** A chunk of a PNG file, with its checksum. */
export const pngChunk = (name: string, data: Uint8Array): Uint8Array =>
  bytesOf(number(data.length, 4), name, data, number(crc32(bytesOf(name, data)), 4))

/** A PNG file with chunks before its pixels, or of another size. */
export function pngWith(chunks: Uint8Array[], size?: [number, number]): Uint8Array<ArrayBuffer> {
  const header = PNG.slice(16, 29)
  if (size) header.set(bytesOf(number(size[0], 4), number(size[1], 4)))
  return bytesOf(PNG.slice(0, 8), pngChunk('IHDR', header), ...chunks, PNG.slice(33))
}

/** A JPEG file with segments of a marker after its start, or of another size. */
export function jpegWith(segments: [number, string][], size?: [number, number]): Uint8Array<ArrayBuffer> {
  const rest = JPEG.slice(2)
  if (size) {
    const frame = rest.findIndex((byte, index) => byte === 0xff && rest[index + 1] === 0xc0)
    rest.set(bytesOf(number(size[1], 2), number(size[0], 2)), frame + 5)
  }
  const written = segments.map(([marker, data]) => bytesOf([0xff, marker], number(data.length + 2, 2), data))
  return bytesOf([0xff, 0xd8], ...written, rest)
}

/** A WebP file with chunks around the pixels of another one, and with a canvas. */
export function webpWith(
  chunks: [string, string][],
  [width, height]: [number, number] = [8, 6],
): Uint8Array<ArrayBuffer> {
  const canvas = bytesOf([0x0c, 0, 0, 0], number(width - 1, 3, true), number(height - 1, 3, true))
  const written = chunks.map(([name, data]) =>
    bytesOf(name, number(data.length, 4, true), data, data.length % 2 ? [0] : []),
  )
  const content = bytesOf('WEBP', 'VP8X', number(10, 4, true), canvas, WEBP.slice(12), ...written)
  return bytesOf('RIFF', number(content.length, 4, true), content)
}
