import type { Context } from 'hono'
import type { Env } from '../env'

/** Streams a ZIP as a file of this name. A caller that goes away ends the pieces. */
export function zipFile(
  c: Context<Env>,
  { name, pieces }: { name: string; pieces: AsyncGenerator<Uint8Array> },
): Response {
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  return c.body(stream, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}
