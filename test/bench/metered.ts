import type { Bindings } from '../../src/env'
import { metered } from '../support/meter'
import limit from './limit'
import service from './service'

/** The service, or under `X-Limit` the limit, with a database that counts. Never measured for time. */
export default {
  async fetch(request, env, context): Promise<Response> {
    const { db, cost } = metered(env.DB)
    const worker = request.headers.has('X-Limit') ? limit : service
    const response = await worker.fetch(request as never, { ...env, DB: db }, context)
    const text = await response.text()
    const headers = new Headers(response.headers)
    headers.set('X-Cost', JSON.stringify(cost))
    return new Response(response.status === 304 ? null : text, { status: response.status, headers })
  },
} satisfies ExportedHandler<Bindings & { PUBLIC_URL: string }>
