import { createMiddleware } from 'hono/factory'
import { SetupError } from '../db/client'
import type { Bindings, Env } from '../env'
import { isLoopback, publicOrigin } from './origin'

/** The bindings and variables of wrangler.toml that are required: without one of them no request, message or cron is served. */
const REQUIRED = [
  'DB',
  'PORTAL_LINKS',
  'REFERENCE',
  'MAILS',
  'MAILINGS',
  'JOBS',
  'WEBHOOKS',
  'EMAIL',
  'MAIL_FROM',
] as const

/** The names of the required bindings and variables that are missing. A second sender needs an address and a token. */
export const missingSetup = (env: Partial<Bindings>): string[] => [
  ...REQUIRED.filter((name) => !env[name]),
  ...(env.MAILINGS_SENDER_URL && !env.MAILINGS_SENDER_TOKEN ? ['MAILINGS_SENDER_TOKEN'] : []),
  ...(env.MAILINGS_SENDER_URL && !isHttps(env.MAILINGS_SENDER_URL)
    ? ['MAILINGS_SENDER_URL (an https address)']
    : []),
  ...[env.WEBHOOK_KEY, env.WEBHOOK_KEY_PREVIOUS].flatMap((key, index) =>
    key && Buffer.byteLength(key) < MIN_KEY_BYTES
      ? [`${index === 0 ? 'WEBHOOK_KEY' : 'WEBHOOK_KEY_PREVIOUS'} (at least ${MIN_KEY_BYTES} bytes)`]
      : [],
  ),
  ...(env.MAIL_DAILY_QUOTA && !/^[1-9]\d{0,8}$/.test(env.MAIL_DAILY_QUOTA)
    ? ['MAIL_DAILY_QUOTA (a whole number)']
    : []),
]

/** The least length of WEBHOOK_KEY. */
const MIN_KEY_BYTES = 32

const isHttps = (url: string): boolean => URL.parse(url)?.protocol === 'https:'

/** The optional variables that are not set, each with what does not work without it. */
export function switchedOff(env: Bindings, origin: string): Record<string, string> {
  return {
    ...(!publicOrigin(env) &&
      !isLoopback(origin) && { PUBLIC_URL: 'No mail with a link is sent: nobody signs in.' }),
    ...(!env.BACKUPS && { BACKUPS: 'No backup is made at night: only npm run backup:pull makes one.' }),
    ...(!env.OPERATOR_TOKEN && { OPERATOR_TOKEN: 'The operator API answers 404.' }),
    ...(!env.WEBHOOK_KEY && { WEBHOOK_KEY: 'No webhooks are sent, and none can be set up.' }),
    ...(!env.OPERATOR_EMAIL && { OPERATOR_EMAIL: 'No alarm is mailed: `alarms` here shows them.' }),
    ...(!env.CANARY_WORKSPACE && {
      CANARY_WORKSPACE: 'No club is signed in to, written and mailed each hour to see that this works.',
    }),
  }
}

/** Throws {@link SetupError} if a required binding or variable is missing, before anything is read or claimed. */
export function requireSetup(env: Partial<Bindings>): void {
  const missing = missingSetup(env)
  if (missing.length > 0)
    throw new SetupError(`wrangler.toml lacks ${missing.join(', ')}. Set what is missing, and deploy again.`)
}

/** Refuses each request while the set-up is incomplete. */
export const requiresSetup = createMiddleware<Env>(async (c, next) => {
  requireSetup(c.env)
  await next()
})
