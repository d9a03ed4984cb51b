import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SCALAR_FILE, SCALAR_VERSION } from '../docs/scalar.ts'
import { ROOT } from './wrangler.ts'

const PACKAGE = '@scalar/fastify-api-reference'

/** The files that the API reference loads. */
export const REFERENCE_FILES = [SCALAR_FILE]

/** The folder of assets in wrangler.toml. */
export const REFERENCE_FOLDER = join(ROOT, '.wrangler/reference')

/**
 * Writes {@link REFERENCE_FILES} into the folder of assets, deletes all others, and writes no file that is up to date.
 */
export async function copyReference(): Promise<void> {
  mkdirSync(REFERENCE_FOLDER, { recursive: true })
  for (const file of readdirSync(REFERENCE_FOLDER))
    if (!REFERENCE_FILES.includes(file)) rmSync(join(REFERENCE_FOLDER, file), { recursive: true })
  const target = join(REFERENCE_FOLDER, SCALAR_FILE)
  if (!existsSync(target)) writeFileSync(target, await scalarScript())
}

type Route = { url: string; handler: (request: object, reply: object) => void }

/**
 * The script that the package serves. Scalar publishes it there and in `@scalar/api-reference`, whose 260 packages
 * more than double the time of an installation. The package keeps the script to itself, so this is a server that its
 * plugin registers the route of the script with. It has 18 packages and 6 MB, the other one 261 and 264 MB, with
 * which `npm ci` takes 69 seconds and not 27.
 */
async function scalarScript(): Promise<string> {
  requireVersion()
  const { default: plugin } = (await import(PACKAGE)) as { default: Plugin }
  const routes: Route[] = []
  const server = { initialConfig: {}, hasPlugin: () => false, route: (route: Route) => routes.push(route) }
  plugin(server, { configuration: { url: '/openapi.json' } }, () => {})
  let script = ''
  const reply = { header: () => reply, send: (text: string) => (script = text) }
  routes.find(({ url }) => url.endsWith('.js'))?.handler({}, reply)
  if (!script.includes('createApiReference')) throw new Error(`${PACKAGE} serves no script any more.`)
  // The source map stays with the package.
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
}

type Plugin = (server: object, options: object, done: () => void) => void

function requireVersion(): void {
  const entry = fileURLToPath(import.meta.resolve(PACKAGE))
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
  if (version !== SCALAR_VERSION) throw new Error(`${PACKAGE} is ${version}: set it in src/docs/scalar.ts.`)
}
