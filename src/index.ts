import { app } from './app'
import type { Bindings, QueuedMail } from './env'
import { sendMails } from './portal/mail'

export default { fetch: app.fetch, queue: sendMails } satisfies ExportedHandler<Bindings, QueuedMail>
