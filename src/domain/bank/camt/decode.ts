import { CamtIssue } from './issue'

const CHUNK = 65_536
const DECLARATION = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/

/** The text of an XML file in pieces, decoded as its byte order mark or else its declaration says. */
export function* decode(bytes: Uint8Array): Generator<string> {
  const decoder = decoderFor(encodingOf(bytes))
  try {
    for (let from = 0; from < bytes.length; from += CHUNK)
      yield decoder.decode(bytes.subarray(from, from + CHUNK), { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new CamtIssue({ code: 'file_bytes_wrong' })
    throw error
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const [, declared = 'utf-8'] = DECLARATION.exec(String.fromCharCode(...bytes.subarray(0, 300))) ?? []
  return declared
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false })
  } catch {
    throw new CamtIssue({ code: 'file_encoding_unknown' })
  }
}
