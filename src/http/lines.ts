import type { Context } from 'hono'
import type { Env } from '../env'

/** The lines of a body, which may be gzipped, without holding it in memory. */
export async function* linesOf(c: Context<Env>): AsyncGenerator<string> {
  const { body } = c.req.raw
  if (!body) return
  const isPacked = c.req.header('Content-Type') === 'application/gzip'
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
