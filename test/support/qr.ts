import decodeQR from 'qr/decode.js'

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
