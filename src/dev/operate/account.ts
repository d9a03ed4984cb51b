import { type Calls, jsonOf, saidBy } from './calls.ts'
import type { Config } from './config.ts'
import { Stop } from './tools.ts'

/** Throws {@link Stop} unless wrangler is signed in, and knows which account is meant. */
export async function requireAccount(calls: Calls, config: Config): Promise<void> {
  const ended = await calls.read('whoami', '--json')
  const who = jsonOf<{ accounts?: { id: string; name: string }[] }>(ended)
  if (!who)
    throw new Stop(
      `wrangler is not signed in. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.\n${saidBy(ended)}`,
    )
  const accounts = who.accounts ?? []
  if (accounts.length > 1 && !config.account_id && !process.env.CLOUDFLARE_ACCOUNT_ID)
    throw new Stop(
      `You have ${accounts.length} accounts. Set CLOUDFLARE_ACCOUNT_ID to the one that is meant:\n${accounts
        .map(({ id, name }) => `    ${id} ${name}`)
        .join('\n')}`,
    )
}
