declare namespace Cloudflare {
  interface Env {
    DB: D1Database
    SECOND: D1Database
    THIRD: D1Database
    [binding: `DB_${string}`]: D1Database | undefined
    PORTAL_LINKS: KVNamespace
    BACKUPS: R2Bucket
    REFERENCE: Fetcher
    VERSION: WorkerVersionMetadata
    KEY_RATE: RateLimit
    ADDRESS_RATE: RateLimit
    MAILS: Queue<import('../../src/env').QueuedMail>
    MAILINGS: Queue<import('../../src/env').QueuedMailing>
    JOBS: Queue<import('../../src/env').QueuedJob>
    WEBHOOKS: Queue<import('../../src/env').QueuedJob>
    WEBHOOK_KEY: string
    EMAIL: SendEmail
    MAIL_FROM: string
    OPERATOR_TOKEN: string
    FUZZ_RUNS: string
    PROOFS: string
    DEPLOYMENTS: Record<'production' | 'staging', Record<string, unknown>>
    MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}
