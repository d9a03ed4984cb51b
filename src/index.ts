import { app } from './app'
import { open } from './db/client'
import { forgetOldRequests } from './domain/access/idempotency'
import { forgetOldDeletions } from './domain/persons/list-deleted'
import type { Bindings, QueuedMail } from './env'
import { sendMails } from './portal/send-link-mails'

export default {
  fetch: app.fetch,
  queue: sendMails,
  async scheduled(_, env) {
    const db = open(env.DB)
    await Promise.all([forgetOldRequests(db), forgetOldDeletions(db)])
  },
} satisfies ExportedHandler<Bindings, QueuedMail>
