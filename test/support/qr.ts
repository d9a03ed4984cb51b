import { crc32, inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'
import { expect } from 'vitest'

/** The contents of the QR codes of a page, in their order. */
export const codesOf = (html: string): string[] =>
  [...html.matchAll(/class="qr-code"[\s\S]*?<\/svg>/g)].map(([svg]) => decodeQR(pixelsOf(svg)))

/** Paints the rectangles of the path of a QR code as pixels, as a browser does. */
function pixelsOf(svg: string) {
  const [, size = '0'] = /viewBox="0 0 (\d+)/.exec(svg) ?? []
  const [, dark = ''] = /fill="#000" d="([^"]*)"/.exec(svg) ?? []
  const scale = 4
  const width = Number(size) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of dark.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return { width, height: width, data }
}

/** The content of a QR code that is a PNG of one bit for each pixel without a filter, in base64. */
export function codeInImage(base64: string): string {
  const png = Buffer.from(base64, 'base64')
  expectWellFormed(png)
  const width = png.readUInt32BE(16)
  const length = png.readUInt32BE(33)
  const lines = inflateSync(png.subarray(41, 41 + length))
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const bytes = 1 + Math.ceil(width / 8)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const isLight = ((lines[y * bytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      if (!isLight) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return decodeQR({ width, height: width, data })
}

/** Expects the head of a PNG of one bit of grey for each pixel, and the checksums of its chunks, which programs check. */
function expectWellFormed(png: Buffer): void {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([...png.subarray(24, 29)]).toEqual([1, 0, 0, 0, 0])
  const types: string[] = []
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    types.push(png.toString('latin1', at + 4, at + 8))
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)))
    at = end + 4
  }
  expect(types).toEqual(['IHDR', 'IDAT', 'IEND'])
}
