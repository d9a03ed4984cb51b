import { app } from './app'
import { open } from './db/client'
import { forgetOldRequests } from './domain/idempotency'
import type { Bindings, QueuedMail } from './env'
import { sendMails } from './portal/mail'

export default {
  fetch: app.fetch,
  queue: sendMails,
  scheduled: (_, env) => forgetOldRequests(open(env.DB)),
} satisfies ExportedHandler<Bindings, QueuedMail>
