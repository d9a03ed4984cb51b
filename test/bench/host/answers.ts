import { next } from './load.ts'
import { requestOfLimit, type Scenario, type Sent } from './scenarios.ts'
import type { Server } from './server.ts'

/** What a request costs the database. */
export type Cost = { trips: number; rowsRead: number; rowsWritten: number }

/** Sends a request to each side and fails unless they answer the same bytes. Returns what each costs the database. */
export async function answeredAlike({ origins }: Server, scenario: Scenario) {
  if (scenario.cold) return { service: costIn(await answer(origins.cold, scenario)), limit: undefined }
  const limit = askedOfLimit(scenario)
  await requireAlike(origins, scenario)
  return {
    service: await costOf(origins.metered, scenario),
    limit:
      (scenario.against ?? 'limit') === 'limit'
        ? await costOf(origins.metered, limit, { 'X-Limit': '1' })
        : undefined,
  }
}

/** Sends a request to each side. Returns in which way they differ: nothing if they answer the same bytes. */
export async function differences({ origins }: Server, scenario: Scenario): Promise<string[]> {
  try {
    if (scenario.cold) await answer(origins.cold, scenario)
    else await requireAlike(origins, scenario)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

async function requireAlike(origins: Server['origins'], scenario: Scenario): Promise<void> {
  const { against = 'limit', limitRequest } = scenario
  const n = next()
  const service = await answer(origins.service, scenario, n)
  if (against === 'nothing') return
  const limit = await answer(origins[against], askedOfLimit(scenario), n)
  if (!limitRequest) requireSame(scenario, service.text, limit.text)
}

const askedOfLimit = (scenario: Scenario): Asked => ({
  name: scenario.name,
  request: requestOfLimit(scenario),
  status: scenario.limitStatus ?? scenario.status,
})

/** What the second request costs: the first one fills what an isolate keeps. */
async function costOf(origin: string, scenario: Asked, headers = {}): Promise<Cost> {
  await answer(origin, scenario, next(), headers)
  return costIn(await answer(origin, scenario, next(), headers))
}

type Asked = Pick<Scenario, 'name' | 'request' | 'status'>
type Answer = { headers: Headers; text: string }

async function answer(origin: string, scenario: Asked, n = next(), extra = {}): Promise<Answer> {
  const { name, request, status = 200 } = scenario
  const { method, path, headers, body }: Sent = request(n)
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...extra },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`)
  return { headers: response.headers, text }
}

const costIn = ({ headers }: Answer): Cost => JSON.parse(headers.get('X-Cost') ?? 'null')

function requireSame(scenario: Scenario, service: string, limit: string): void {
  const { name, writes, status, partOf } = scenario
  const [left, right] = [service, limit].map((text) => {
    if (partOf) return partOf(text)
    return writes || status === 401 ? masked(text) : text
  })
  if (left === right) return
  throw new Error(`${name}: the answers differ.\n${differing(String(left), String(right))}`)
}

/** The text without what is new with each answer. */
const masked = (text: string): string =>
  text
    .replace(/"id":"([a-z]{3})_[0-9A-Za-z]{24}"/g, '"id":"$1_"')
    .replace(/"sha256":"[0-9a-f]{64}"/, '"sha256":""')
    .replace(/RF\d\d[0-9A-Z]{21}/g, 'RF')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
    .replace(/login\/[\w-]{43}/, 'login/')
    .replace(/"request_id":"[\w-]+"/, '"request_id":""')

function differing(service: string, limit: string): string {
  let index = 0
  while (service[index] === limit[index]) index++
  const [from, to] = [Math.max(0, index - 60), index + 60]
  return `service ${service.slice(from, to)}\nlimit   ${limit.slice(from, to)}`
}
