import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { demoRequests } from './demo.ts'
import { DEMO_FAMILY, DEMO_KEY, SLUG, seedSql } from './seed.ts'
import { ROOT, wrangler } from './wrangler.ts'

const USAGE = 'Usage: npm start -- [--port 8787] [--persist-to .wrangler/state]'
const VARS = join(ROOT, '.dev.vars')

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (!ending.signal.aborted) step('End')
    ending.abort()
  })

try {
  await start()
} catch (error) {
  if (!ending.signal.aborted) fail(error)
} finally {
  ending.abort()
}

/** Runs the service on this machine with demo data until it is told to end. */
async function start(): Promise<void> {
  const { port, folder } = options()
  await requireFree(port)
  copyVars()
  await applyMigrations(folder)
  await seed(folder)
  const server = await serve(port, folder)
  await fill(server, folder)
  tellWhereToLook(server.origin, await portalLink(server.origin))
  server.show()
  await server.closed
  throw new Error('The server ended by itself.')
}

function options(): { port: number; folder: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, 'persist-to': { type: 'string' } } })
    const port = Number(values.port ?? 8787)
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Error(`'${values.port}' is not a port: take a number from 1 to 65535.`)
    return { port, folder: resolve(values['persist-to'] ?? join(ROOT, '.wrangler/state')) }
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${USAGE}`)
  }
}

async function requireFree(port: number): Promise<void> {
  const probe = createServer().listen(port, 'localhost')
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw new Error(`Port ${port} can not be used: ${messageOf(error)}\n${USAGE}`)
  }
  probe.close()
  await once(probe, 'close')
}

function copyVars(): void {
  if (existsSync(VARS)) return
  step('Copy .dev.vars.example to .dev.vars')
  copyFileSync(`${VARS}.example`, VARS)
}

async function applyMigrations(folder: string): Promise<void> {
  step(`Apply the migrations to the database in ${folder}`)
  await d1(folder, 'migrations', 'apply', 'DB')
}

async function seed(folder: string): Promise<void> {
  step('Insert the demo workspace and its key where they are missing')
  const temporary = mkdtempSync(join(tmpdir(), 'membership-seed-'))
  const file = join(temporary, 'seed.sql')
  writeFileSync(file, seedSql())
  try {
    await d1(folder, 'execute', 'DB', '--file', file)
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

async function d1(folder: string, ...args: string[]): Promise<void> {
  await wrangler(ending.signal, 'd1', ...args, '--local', '--persist-to', folder).succeeded()
}

type Server = Awaited<ReturnType<typeof serve>>

async function serve(port: number, folder: string) {
  step(`Start the server on port ${port}`)
  const origin = `http://localhost:${port}`
  const server = wrangler(ending.signal, 'dev', '--port', `${port}`, '--persist-to', folder)
  await Promise.race([server.succeeded(), answering(origin)])
  return { ...server, origin }
}

async function answering(origin: string): Promise<void> {
  const patience = AbortSignal.any([ending.signal, AbortSignal.timeout(60_000)])
  while (!patience.aborted) {
    const response = await fetch(`${origin}/docs`, { signal: patience }).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not answer within a minute.')
}

/** Fills the workspace over HTTP like any caller. Columns can't be deleted, so they tell that it was done before. */
async function fill({ origin, printed }: Server, folder: string): Promise<void> {
  const columns = await call(origin, 'GET', '/lists/members/custom_columns')
  if (columns.data.length > 0) return
  step('Fill the demo workspace with columns, members, contacts, cost units and fees')
  try {
    for (const [method, path, body] of demoRequests()) await call(origin, method, path, body)
  } catch (error) {
    throw new Error(
      `${printed()}\n${messageOf(error)}\nThe demo is half filled. Delete ${folder} to begin anew.`,
    )
  }
}

async function call<Data = unknown[]>(origin: string, method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${DEMO_KEY}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { data: Data }
}

/** A login link for the demo family; where it was deleted, the way to ask for one. */
async function portalLink(origin: string): Promise<string> {
  const session = await call<{ url: string }>(origin, 'POST', '/member_portal_sessions', {
    email: DEMO_FAMILY,
  }).catch(() => undefined)
  return session?.data.url ?? `${origin}/portal/${SLUG}`
}

function tellWhereToLook(origin: string, link: string): void {
  const { OPERATOR_TOKEN = 'none in .dev.vars' } = parseEnv(readFileSync(VARS, 'utf8'))
  console.log(`
Ready. Ctrl-C ends it.

  API             ${origin}
  API reference   ${origin}/docs
  Demo key        ${DEMO_KEY}
  Operator token  ${OPERATOR_TOKEN}
  Entry page      ${origin}/portal/${SLUG}
  Portal link     ${link}

  curl -H 'Authorization: Bearer ${DEMO_KEY}' '${origin}/lists/members/persons?per_page=2'
`)
}

function step(what: string): void {
  console.log(`› ${what}`)
}

function fail(error: unknown): void {
  console.error(`\n${messageOf(error)}`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
