import type { ApiKeyPrincipal } from './domain/access/api-key-principal'
import type { LinkRequest } from './domain/portal/link-requests'

/** What wrangler.toml and the secrets bind. */
export type Bindings = {
  DB: D1Database
  PORTAL_LINKS: KVNamespace
  REFERENCE: Fetcher
  VERSION: WorkerVersionMetadata
  KEY_RATE: RateLimit
  ADDRESS_RATE: RateLimit
  MAILS: Queue<QueuedMail>
  EMAIL: SendEmail
  MAIL_FROM: string
  PUBLIC_URL?: string
  OPERATOR_TOKEN?: string
}

/** A mail that waits to be written and sent; `origin` is where its link leads. */
export type QueuedMail = LinkRequest & { origin: string }

/** What middleware leaves for handlers. */
type Variables = {
  requestId: string
  principal: ApiKeyPrincipal
  /** The body of the request, once it is read. */
  bodyBytes: Uint8Array<ArrayBuffer>
  /** The body as text, where it is CSV. */
  csv?: string
}

export type Env = { Bindings: Bindings; Variables: Variables }
