import type { Context } from 'hono'
import { streamOf } from '../domain/shared/stream'
import type { Env } from '../env'

/** Streams a ZIP as a file of this name. A caller that goes away ends the pieces. */
export function zipFile(
  c: Context<Env>,
  { name, pieces }: { name: string; pieces: AsyncGenerator<Uint8Array> },
): Response {
  return c.body(streamOf(pieces), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}
