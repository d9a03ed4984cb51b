import type { Context } from 'hono'
import type { Env } from '../env'
import { RequestError } from './problem'

/** What the platform takes as a body. */
const MAX_BYTES = 100_000_000

/**
 * The lines of a body, which may be gzipped, without holding it in memory. Throws `unsupported_media_type` and
 * `payload_too_large`.
 */
export async function* linesOf(c: Context<Env>): AsyncGenerator<string> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim()
  const isPacked = type === 'application/gzip'
  if (!isPacked && type !== 'application/x-ndjson')
    throw new RequestError('unsupported_media_type', 'Send application/x-ndjson or application/gzip.')
  if (Number(c.req.header('Content-Length') ?? 0) > MAX_BYTES)
    throw new RequestError('payload_too_large', `Send at most ${MAX_BYTES} bytes.`)
  const { body } = c.req.raw
  if (!body) return
  const plain = isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body
  const decoder = new TextDecoder()
  const rest: string[] = []
  for await (const piece of plain as unknown as AsyncIterable<Uint8Array>) {
    const [first = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n')
    rest.push(first)
    for (const line of lines) {
      yield rest.splice(0).join('')
      rest.push(line)
    }
  }
  const last = rest.join('')
  if (last !== '') yield last
}
