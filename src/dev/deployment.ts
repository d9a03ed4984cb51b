import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from './wrangler.ts'

/** wrangler.toml as wrangler understands it in an environment; `''` is production. */
export const readConfig = (env: string, folder = ROOT) =>
  unstable_readConfig({ config: join(folder, 'wrangler.toml'), env }, { hideWarnings: true })
