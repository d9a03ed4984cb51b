import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { relative, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { bindingOf, PLACES, placeOfWorkspace } from '../db/places.ts'
import { type Local, localDatabases } from './databases.ts'
import { makeOthers, type Other } from './demo/others.ts'
import { call, fillOnce, statementPath } from './fill.ts'
import { applyMigrations, copyVars, DEFAULT_FOLDER, lock, seed, step, VARS } from './local-state.ts'
import { DEMO_FAMILY, DEMO_KEY, DEMO_STAFF, SLUG } from './seed.ts'
import { serve } from './server.ts'

const USAGE = 'Usage: npm start -- [--port 8787] [--persist-to .wrangler/state] [--databases 1]'

/** The addresses at which `wrangler dev` runs the crons of wrangler.toml. */
const HOURLY_RUN = '/cdn-cgi/handler/scheduled?cron=17+*+*+*+*'
const NIGHTLY_RUN = '/cdn-cgi/handler/scheduled?cron=37+3+*+*+*'
const HOUR_MILLISECONDS = 3_600_000

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (!ending.signal.aborted) step('End')
    ending.abort()
  })
// A killed npm passes no signal on. On Windows the parent's id stays, and Ctrl-C reaches every process.
const parent = process.ppid
setInterval(() => process.ppid === parent || ending.abort(), 200).unref()

try {
  await start()
} catch (error) {
  if (!ending.signal.aborted) fail(error)
} finally {
  ending.abort()
}

/** Runs the service on this machine with demo data until a signal ends it. */
async function start(): Promise<void> {
  const { port, folder, databases } = options()
  await requireFree(port)
  const reserved = lock(folder)
  if (!reserved)
    throw new Error(`Another npm start runs on ${folder}. End it, or take another folder.\n${USAGE}`)
  copyVars()
  await applyMigrations(ending.signal, folder, databases)
  await seed(ending.signal, folder)
  const publicUrl = `http://localhost:${port}`
  const isNew = await fillOnce(ending.signal, folder, publicUrl, databases)
  step(`Start the server on port ${port}`)
  const server = await serve(ending.signal, { port, folder, publicUrl, databases })
  const { OPERATOR_TOKEN: operatorToken = '' } = parseEnv(readFileSync(VARS, 'utf8'))
  const others = await makeOthers(server.origin, { folder, count: databases.length - 1, operatorToken })
  if (isNew) await runNightly(server.origin)
  printAddresses(server.origin, {
    link: await portalLink(server.origin),
    statement: statementPath(folder),
    others,
  })
  server.show()
  runEveryHour(server.origin)
  await server.closed
  reserved.close()
  throw new Error('The server ended by itself.')
}

function options(): { port: number; folder: string; databases: Local[] } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        'persist-to': { type: 'string' },
        databases: { type: 'string', default: '1' },
      },
    })
    const port = Number(values.port ?? 8787)
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Error(`'${values.port}' is not a port: take a number from 1 to 65535.`)
    const count = Number(values.databases)
    if (!Number.isInteger(count) || count < 1 || count > PLACES.length)
      throw new Error(`'${values.databases}' is no number of databases: take one from 1 to ${PLACES.length}.`)
    const folder = resolve(values['persist-to'] ?? DEFAULT_FOLDER)
    return { port, folder, databases: localDatabases(count) }
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${USAGE}`)
  }
}

async function requireFree(port: number): Promise<void> {
  const probe = createServer().listen(port, 'localhost')
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw new Error(`Port ${port} cannot be used: ${messageOf(error)}\n${USAGE}`)
  }
  probe.close()
  await once(probe, 'close')
}

/** Runs what runs every night, so that the dashboard has numbers at once. */
async function runNightly(origin: string): Promise<void> {
  const { ok, status } = await fetch(`${origin}${NIGHTLY_RUN}`)
  if (!ok) throw new Error(`The nightly run failed with ${status}.`)
}

/** Runs what a deployment runs each hour, such as automatic mails: `wrangler dev` has no clock of its own. */
function runEveryHour(origin: string): void {
  const run = () => fetch(`${origin}${HOURLY_RUN}`).catch(() => undefined)
  setInterval(run, HOUR_MILLISECONDS).unref()
}

/** A login link for the demo family, or the entry page when the family was deleted. */
async function portalLink(origin: string): Promise<string> {
  const session = await call<{ url: string }>(origin, 'POST', '/member_portal_sessions', {
    email: DEMO_FAMILY,
  }).catch(() => undefined)
  return session?.data.url ?? `${origin}/portal/${SLUG}`
}

type Printed = { link: string; statement: string; others: readonly Other[] }

function printAddresses(origin: string, { link, statement, others }: Printed): void {
  const { OPERATOR_TOKEN = 'none in .dev.vars' } = parseEnv(readFileSync(VARS, 'utf8'))
  console.log(`
Ready. Ctrl-C ends it.

  API             ${origin}
  API reference   ${origin}/docs
  Demo key        ${DEMO_KEY}
  Operator token  ${OPERATOR_TOKEN}
  Entry page      ${origin}/portal/${SLUG}
  Portal link     ${link}
  Automatic mails ${origin}${HOURLY_RUN}
                  Open it to send what is due now; otherwise each hour.
  Dashboard       ${origin}/dashboard
                  Sign in as one of these; the code appears here:
${DEMO_STAFF.map(({ email, role }) => `                  ${email} (${role})`).join('\n')}
  Browser         Chrome, Edge or Firefox: Safari refuses the cookies of a session over http
${existsSync(statement) ? `  Statement       ${relative('.', statement)}\n                  A bank statement to import in the dashboard, at Bank\n` : ''}${othersText(others)}
  curl -H 'Authorization: Bearer ${DEMO_KEY}' '${origin}/lists/members/persons?per_page=2'
`)
}

/** Where the other associations are, by the letters of their ids. */
function othersText(others: readonly Other[]): string {
  const lines = others.flatMap(({ name, id, key }) => {
    const label = `Database ${bindingOf(placeOfWorkspace(id))}`
    return [`  ${label.padEnd(16)}${name}`, ...[id, key].map((line) => `${' '.repeat(18)}${line}`)]
  })
  return lines.map((line) => `${line}\n`).join('')
}

function fail(error: unknown): void {
  console.error(`\n${messageOf(error)}`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
