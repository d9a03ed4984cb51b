import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Local, localDatabases } from './databases.ts'
import { fillExamples, type SendFile } from './demo/examples.ts'
import { steerableMailsSql } from './demo/mails.ts'
import { CLUB_IBAN, fillMoney } from './demo/money.ts'
import { demoRequests } from './demo.ts'
import { executeSql, step } from './local-state.ts'
import type { RunSql, Send } from './release.ts'
import { DEMO_KEY, WORKSPACE } from './seed.ts'
import { type Server, serve } from './server.ts'
import { statementXml } from './statement.ts'

/** The bank statement of the demo, which waits to be imported. It is written when the demo is full. */
export const statementPath = (folder: string): string => join(folder, 'demo', 'statement.xml')

/**
 * Fills the demo workspace of a state folder, once. A server of its own answers the requests that do it, on a port
 * that others do not know: they would meet a half filled demo, and a database that SQL from outside locks. Returns
 * whether it has just been filled.
 */
export async function fillOnce(
  ending: AbortSignal,
  folder: string,
  publicUrl: string,
  databases: readonly Local[] = localDatabases(),
): Promise<boolean> {
  if (existsSync(statementPath(folder))) return false
  const halfFilled = new Error(`The demo is half filled. Delete ${folder} to start over.`)
  const marker = join(folder, 'demo', 'filling')
  if (existsSync(marker)) throw halfFilled
  const server = await serve(ending, { port: await freePort(), folder, publicUrl, databases })
  try {
    // Columns cannot be deleted, so a workspace that has some was filled before.
    const columns = await call(server.origin, 'GET', '/lists/members/custom_columns')
    if (columns.data.length > 0) return false
    step('Fill the demo workspace with members, contacts, and money in the middle of a year')
    mkdirSync(join(folder, 'demo'), { recursive: true })
    writeFileSync(marker, '')
    const runSql: RunSql = (text) => executeSql(ending, folder, text)
    const statement = await fill(server, runSql)
    await server.end()
    await runSql(steerableMailsSql(WORKSPACE))
    writeFileSync(statementPath(folder), statement)
    rmSync(marker)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${server.printed()}\n${message}\n${halfFilled.message}`)
  } finally {
    await server.end()
  }
}

/** Fills the workspace through the API, and SQL while it answers nothing. Returns the bank statement to import. */
async function fill({ origin }: Server, runSql: RunSql): Promise<string> {
  for (const [method, path, body] of demoRequests()) await call(origin, method, path, body)
  const send: Send = async (...request) => (await call<never>(origin, ...request)).data
  const { opening, bookings } = await fillMoney(send, runSql)
  const sendFile: SendFile = (path, text, type) => call(origin, 'POST', path, text, type)
  const balance = await fillExamples({ send, sendFile, runSql }, opening)
  await sentMails(send)
  return statementXml(CLUB_IBAN, balance, bookings)
}

/** Waits until no mail is being sent: the queue does not outlive its server. */
async function sentMails(send: Send): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    const mails = await send<{ state: string }[]>('GET', '/mails')
    if (mails.every(({ state }) => state !== 'sending')) return
  }
  throw new Error('The mails of the demo were not sent within half a minute.')
}

/** Sends JSON, or a file, with the demo key. */
export async function call<Data = unknown[]>(
  origin: string,
  method: string,
  path: string,
  body?: object | string,
  fileType = 'application/xml',
) {
  const isFile = typeof body === 'string'
  const type = isFile ? fileType : 'application/json'
  const headers = { Authorization: `Bearer ${DEMO_KEY}`, 'Content-Type': type }
  const content = isFile ? body : body && JSON.stringify(body)
  const response = await fetch(`${origin}${path}`, { method, headers, body: content })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { data: Data }
}

/** A port of this machine that is free. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.on('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
