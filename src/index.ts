import { app } from './app'
import { open } from './db/client'
import { forgetOldRequests } from './domain/idempotency'
import type { Bindings } from './env'

export default {
  fetch: app.fetch,
  scheduled: (_, env) => forgetOldRequests(open(env.DB)),
} satisfies ExportedHandler<Bindings>
