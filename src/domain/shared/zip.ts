import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A file of a ZIP, with its content in pieces. */
export type ZipFile = { name: string; content: AsyncIterable<Uint8Array | string> }

/** The content of a file that is one piece. */
export async function* once<Piece extends Uint8Array | string>(piece: Piece): AsyncGenerator<Piece> {
  yield piece
}

/** A file as a ZIP has it: its size, unpacked, and its digest. */
export type Zipped = { name: string; bytes: number; sha256: string }

/** Without its 64-bit form, a ZIP has at most 4 GiB. */
const MAX_BYTES = 2 ** 32 - 1

/**
 * Writes files as a ZIP, in pieces, each file while it is read. `zipped` is called after each file. Throws what reading a
 * file throws, and for more than 4 GiB.
 */
export async function* zipPieces(
  files: AsyncIterable<ZipFile>,
  { now, zipped }: { now: Date; zipped: (file: Zipped) => void },
): AsyncGenerator<Uint8Array> {
  const entries: Buffer[] = []
  let offset = 0
  const counted = (piece: Uint8Array) => {
    offset += piece.length
    if (offset > MAX_BYTES) throw new RangeError('The ZIP has more than 4 GiB.')
    return piece
  }
  for await (const { name, content } of files) {
    const tally = new Tally()
    const start = offset
    const common = commonOf(now)
    const path = Buffer.from(name)
    yield counted(Buffer.concat([LOCAL, common, sizesOf(), lengthOf(path), path]))
    const first = offset
    for await (const piece of deflated(content, tally)) yield counted(piece)
    const sizes = sizesOf(tally, offset - first)
    yield counted(Buffer.concat([DESCRIPTOR, sizes]))
    entries.push(Buffer.concat([CENTRAL, common, sizes, lengthOf(path), centralOf(start), path]))
    zipped({ name, bytes: tally.bytes, sha256: tally.hash.digest('hex') })
  }
  const directory = Buffer.concat(entries)
  yield Buffer.concat([directory, endOf(entries.length, directory.length, offset)])
}

const LOCAL = Buffer.from('504b03041400', 'hex')
const DESCRIPTOR = Buffer.from('504b0708', 'hex')
const CENTRAL = Buffer.from('504b010214001400', 'hex')

/** Flags (sizes follow the content, names are UTF-8), the method (deflate), and the time. */
function commonOf(now: Date): Buffer {
  const common = Buffer.alloc(8)
  common.writeUInt16LE(0x0808, 0)
  common.writeUInt16LE(8, 2)
  common.writeUInt16LE((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1), 4)
  common.writeUInt16LE(
    ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(),
    6,
  )
  return common
}

function sizesOf(tally?: Tally, packed = 0): Buffer {
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(tally?.crc ?? 0, 0)
  sizes.writeUInt32LE(packed, 4)
  if (tally && tally.bytes > MAX_BYTES) throw new RangeError('A file of the ZIP has more than 4 GiB.')
  sizes.writeUInt32LE(tally?.bytes ?? 0, 8)
  return sizes
}

function lengthOf(path: Buffer): Buffer {
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(path.length, 0)
  return lengths
}

/** The rest of an entry of the directory: no comment, the attributes, and where its file begins. */
function centralOf(start: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(start, 10)
  return rest
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** What is counted of a file while it is packed. */
class Tally {
  readonly hash = createHash('sha256')
  crc = 0
  bytes = 0

  add(piece: Uint8Array): void {
    this.hash.update(piece)
    this.crc = crc32(piece, this.crc)
    this.bytes += piece.length
  }
}

async function* deflated(content: ZipFile['content'], tally: Tally): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('deflate-raw')
  const feeding = feed(content, writable, tally)
  // Whoever reads hears of a failure by the stream.
  feeding.catch(() => {})
  for await (const piece of readable as unknown as AsyncIterable<Uint8Array>) yield piece
  await feeding
}

async function feed(content: ZipFile['content'], writable: WritableStream, tally: Tally): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      if (bytes.length === 0) continue
      tally.add(bytes)
      await writer.write(bytes)
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
}
