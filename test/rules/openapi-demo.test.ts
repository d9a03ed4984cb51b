import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { demoRequests } from '../../src/dev/demo'
import { fillExamples } from '../../src/dev/demo/examples'
import { steerableMailsSql } from '../../src/dev/demo/mails'
import { fillMoney } from '../../src/dev/demo/money'
import type { Send } from '../../src/dev/release'
import { DEMO_KEY, seedSql, WORKSPACE } from '../../src/dev/seed'
import { call, type Options } from '../support/call'
import { keepRows } from '../support/storage'

type Parameter = {
  in: string
  name: string
  required?: boolean
  example?: unknown
  schema?: { examples?: unknown[] }
}
type Media = { schema: { $ref?: string; examples?: unknown[] }; example?: unknown }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}

/** As the service runs on this machine with the demo. */
const LOCAL = { DEMO_KEY, PUBLIC_URL: 'http://localhost:8787' }

const send: Send = async (method, path, body) => {
  const { status, text, body: answer } = await call(method, path, { key: DEMO_KEY, body })
  expect(status, `${method} ${path} ${text}`).toBeLessThan(300)
  return answer.data
}

async function executeSql(sql: string): Promise<void> {
  for (const statement of sql.split(/;\n/))
    if (statement.trim()) await env.DB.exec(statement.replaceAll('\n', ' '))
}

async function fillDemo(): Promise<void> {
  await executeSql(seedSql())
  for (const request of demoRequests()) await send(...request)
  await executeSql(steerableMailsSql(WORKSPACE))
  const { opening } = await fillMoney(send, executeSql)
  const sendFile = async (path: string, raw: string, type = 'application/xml') => {
    const headers = { 'Content-Type': type }
    expect((await call('POST', path, { key: DEMO_KEY, raw, headers })).status).toBe(201)
  }
  await fillExamples({ send, sendFile, runSql: executeSql }, opening)
}

const read = async (path: string): Promise<Document> => (await call('GET', path, { env: LOCAL })).body

/** The first request that the reference offers for an operation. */
function requestOf({ components }: Document, template: string, { parameters = [], requestBody }: Operation) {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = template
  for (const { in: place, name, required, example: own, schema } of parameters) {
    const example = own ?? schema?.examples?.[0]
    if (required) expect(example, name).toBeDefined()
    if (example === undefined) continue
    if (place === 'path') path = path.replace(`{${name}}`, String(example))
    else if (place === 'query') query.set(name, String(example))
    else headers[name] = String(example)
  }
  const options: Options = { headers }
  const [media] = Object.entries(requestBody?.content ?? {})
  if (media) {
    const [type, { schema, example }] = media
    const named = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
    const body = example ?? named?.examples?.[0]
    headers['Content-Type'] = type
    if (typeof body === 'string') options.raw = body
    else options.body = body
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, options }
}

/** What the operations answer that need a paused service, a suspended workspace, something that failed, or a file. */
const NEEDS_MORE: Record<string, number> = {
  eraseWorkspace: 409,
  readMove: 404,
  moveWorkspace: 409,
  cancelMove: 404,
  replayDeadMessage: 404,
  deleteDeadMessage: 404,
  loadRows: 422,
  clearRows: 422,
  recordRestore: 409,
  applyErasures: 409,
  copyWorkspace: 422,
  restoreWorkspace: 422,
}

describe.each([
  ['/openapi.json', DEMO_KEY],
  ['/docs/operator/openapi.json', env.OPERATOR_TOKEN],
])('the examples of %s', (address, key) => {
  it('succeed on the demo, each alone', { timeout: 300_000 }, async () => {
    // Webhooks reach nobody.
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
    await fillDemo()
    const restore = await keepRows()
    const document = await read(address)
    const refused: string[] = []
    let tried = 0
    for (const [template, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const { path, options } = requestOf(document, template, operation)
        // `call` checks the answer against the document.
        const { status, text } = await call(method.toUpperCase(), path, { key, ...options })
        const successes = Object.keys(operation.responses).filter((declared) => declared.startsWith('2'))
        if (!successes.includes(`${status}`) && status !== NEEDS_MORE[operation.operationId])
          refused.push(`${operation.operationId} ${path}: ${status} ${text.slice(0, 300)}`)
        tried++
        if (method !== 'get') await restore()
      }
    expect(refused).toEqual([])
    expect(tried).toBeGreaterThan(5)
  })
})
