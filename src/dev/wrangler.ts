import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The program of wrangler, for Node. `WRANGLER_BIN` names one that stands in for it. */
export const BIN =
  process.env.WRANGLER_BIN ??
  createRequire(import.meta.url)
    .resolve('wrangler/package.json')
    .replace(/package\.json$/, 'bin/wrangler.js')

/**
 * The environment in which the scripts run wrangler: without banner and metrics, and without preparing the default
 * database.
 */
export const WRANGLER_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  SKIP_LOCAL_DATABASE: 'true',
}

/**
 * Runs wrangler until it ends or `ending` aborts it. Its output is kept for the message of an error, until `show`
 * prints it.
 */
export function wrangler(ending: AbortSignal, ...args: string[]) {
  ending.throwIfAborted()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'with-parent.ts'), BIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...WRANGLER_ENV },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  ending.addEventListener('abort', () => child.stdin.destroy())

  const streams = [child.stdout, child.stderr]
  let output = ''
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })

  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    closed,
    printed: () => output,
    async succeeded() {
      const code = await closed
      ending.throwIfAborted()
      if (code !== 0) throw new Error(`${output}\nwrangler ${args.join(' ')} failed.`)
    },
    show() {
      for (const stream of streams) stream.removeAllListeners('data').pipe(process.stdout)
    },
  }
}
