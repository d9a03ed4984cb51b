import { Hono } from 'hono'
import type { Env } from '../env'
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_VERSION } from '../ui/passkey-script'
import { IMMUTABLE } from './immutable'

const PATH = `/enhance/passkey-${PASSKEY_SCRIPT_VERSION}.js`

/** Serves the script of a door's pages with passkeys. */
export const passkeyScript = new Hono<Env>().get(PATH, (c) =>
  c.body(PASSKEY_SCRIPT, 200, { ...IMMUTABLE, 'Content-Type': 'text/javascript; charset=utf-8' }),
)

/** The address of the script of a door's pages with passkeys. */
export const passkeyScriptPath = (door: string): string => `${door}${PATH}`
