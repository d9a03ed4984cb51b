import { app } from './app'
import { open } from './db/client'
import { deleteOldResults } from './domain/access/idempotency'
import { deleteOldTombstones } from './domain/persons/list-deleted'
import type { Bindings, QueuedMail } from './env'
import { sendMails } from './portal/send-link-mails'

export default {
  fetch: app.fetch,
  queue: sendMails,
  async scheduled(_, env) {
    const db = open(env.DB)
    await Promise.all([deleteOldResults(db), deleteOldTombstones(db)])
  },
} satisfies ExportedHandler<Bindings, QueuedMail>
