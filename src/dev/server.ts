import { setTimeout as sleep } from 'node:timers/promises'
import { configOptions, type Local, localDatabases } from './databases.ts'
import { DEMO_KEY } from './seed.ts'
import { wrangler } from './wrangler.ts'

export type Server = Awaited<ReturnType<typeof serve>>

/** Where a service is served: the databases of a state folder, on a port. Links that it writes lead to `publicUrl`. */
export type Served = { port: number; folder: string; publicUrl: string; databases?: readonly Local[] }

/** Serves a state folder until `ending` or `end` ends it. */
export async function serve(
  ending: AbortSignal,
  { port, folder, publicUrl, databases = localDatabases() }: Served,
) {
  const own = new AbortController()
  const origin = `http://localhost:${port}`
  const vars = [
    '--var',
    `DEMO_KEY:${DEMO_KEY}`,
    '--var',
    `PUBLIC_URL:${publicUrl}`,
    '--var',
    'LOG_LEVEL:warn',
  ]
  // The system gives the port of the inspector: by default two servers that start together look for the same one.
  const ports = ['--port', `${port}`, '--inspector-port', '0']
  const signal = AbortSignal.any([ending, own.signal])
  const config = configOptions(databases)
  const server = wrangler(signal, 'dev', ...config, ...ports, '--persist-to', folder, ...vars)
  await Promise.race([server.succeeded(), waitForAnswer(origin, ending)])
  return {
    ...server,
    origin,
    async end() {
      own.abort()
      await server.closed
    },
  }
}

async function waitForAnswer(origin: string, ending: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([ending, AbortSignal.timeout(60_000)])
  while (!deadline.aborted) {
    const response = await fetch(`${origin}/docs`, { signal: deadline }).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not answer within a minute.')
}
