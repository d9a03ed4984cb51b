import type { Caller } from './domain/admission'

/** What wrangler.toml and the secrets bind. */
export type Bindings = {
  DB: D1Database
  PORTAL_LINKS: KVNamespace
  REFERENCE: Fetcher
  KEY_RATE: RateLimit
  ADDRESS_RATE: RateLimit
  PUBLIC_URL?: string
  OPERATOR_TOKEN?: string
}

/** What middleware leaves for handlers. */
export type Variables = {
  requestId: string
  caller: Caller
}

export type Env = { Bindings: Bindings; Variables: Variables }
