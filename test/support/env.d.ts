declare namespace Cloudflare {
  interface Env {
    DB: D1Database
    PORTAL_LINKS: KVNamespace
    REFERENCE: Fetcher
    KEY_RATE: RateLimit
    ADDRESS_RATE: RateLimit
    OPERATOR_TOKEN: string
    MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}
