import type { Encoding } from './table-shape'

/** The text of bytes in the encoding that is chosen, or else detected: by byte order mark, UTF-8 if valid, by its letters. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): { text: string; encoding: Encoding } {
  const sure = chosen ?? byMark(bytes) ?? utf16Of(bytes)
  if (sure) return { text: new TextDecoder(sure).decode(bytes), encoding: sure }
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes),
      encoding: 'utf-8',
    }
  } catch {
    const encoding = isMacintosh(bytes) ? 'macintosh' : 'windows-1252'
    return { text: new TextDecoder(encoding).decode(bytes), encoding }
  }
}

function byMark([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/** UTF-16 without a mark: of Latin letters, every second byte is zero. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const length = Math.min(bytes.length, 4096)
  const zeros = [0, 0] as [number, number]
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[(at % 2) as 0 | 1]++
  if (zeros[1] > length / 4 && zeros[0] < length / 16) return 'utf-16le'
  return zeros[0] > length / 4 && zeros[1] < length / 16 ? 'utf-16be' : undefined
}

/** The bytes of ä ö ü Ä Ö Ü ß é. Those of Windows-1252 are seldom used letters on a Macintosh, and the other way round. */
const MACINTOSH = new Set([0x8a, 0x9a, 0x9f, 0x80, 0x85, 0x86, 0xa7, 0x8e])
const WINDOWS = new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf, 0xe9])

function isMacintosh(bytes: Uint8Array): boolean {
  let [macintosh, windows] = [0, 0]
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80 || !isLetter(bytes[at - 1])) continue
    if (MACINTOSH.has(byte)) macintosh++
    if (WINDOWS.has(byte)) windows++
  }
  return macintosh > 2 * windows
}

const isLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

// What Windows-1252 shows for the bytes 80 to FF, of which UTF-8 makes all letters but those of ASCII.
const SHOWN = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
const BYTES = new Map([...SHOWN].map((letter, at) => [letter, at + 128]))
const LEADS = SHOWN.slice(0xc2 - 128, 0xf5 - 128)
const FOLLOWING = SHOWN.slice(0, 0xc0 - 128)
const escaped = (letters: string) => letters.replace(/[\\\]^-]/g, '\\$&')
const CONVERTED_TWICE = new RegExp(`[${LEADS}][${escaped(FOLLOWING)}]{1,3}`, 'gu')

/** Whether a text looks as if its UTF-8 had been read as Windows-1252: MÃ¼ller. */
export const isDoubleEncoded = (text: string): boolean => HAS_LEAD.test(text) && repairEncoding(text) !== text

const HAS_LEAD = /[ÂÃÄÅâ]/

/** Takes back that UTF-8 was read as Windows-1252, sequence by sequence: what is no UTF-8 stays. */
export const repairEncoding = (text: string): string => text.replace(CONVERTED_TWICE, repairSequence)

function repairSequence(sequence: string): string {
  const bytes = Uint8Array.from(sequence, (letter) => BYTES.get(letter) ?? 0)
  // The lead says how many bytes follow; the letters behind them were no part of it.
  const length = (bytes[0] ?? 0) >= 0xf0 ? 4 : (bytes[0] ?? 0) >= 0xe0 ? 3 : 2
  try {
    return (
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes.subarray(0, length)) +
      sequence.slice(length)
    )
  } catch {
    return sequence
  }
}

/** Whether a program that wrote the text put `?` for letters that it did not know: Gül?en. */
export const hasLostLetters = (text: string): boolean =>
  (text.includes('?') || text.includes('\ufffd')) &&
  !/:\/\/|www\./i.test(text) &&
  /\p{L}[?\ufffd]\p{L}|(?:^|[\s-])\?\p{Ll}/u.test(text)
