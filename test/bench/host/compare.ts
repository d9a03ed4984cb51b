import { load, median, next, type Round } from './load.ts'
import type { Scenario, Sent } from './scenarios.ts'
import type { Server } from './server.ts'

/** What a request costs the database. */
export type Cost = { trips: number; rowsRead: number; rowsWritten: number }

/** A scenario, measured on both sides: medians of all rounds, and the ratios of each. */
export type Compared = {
  name: string
  connections: number
  target: Scenario['target']
  service: Round & { cost: Cost }
  limit: Round & { cost: Cost | undefined }
  rates: number[]
  cpus: number[]
  rounds: { service: Round; limit: Round }[]
  /** Why the figures must not be quoted; empty where they may be. */
  noise: string[]
}

type Effort = { connections: number; rounds: number; seconds: number }

/** Measures a scenario, service and limit in turn, after holding both answers against each other. */
export async function compare(server: Server, scenario: Scenario, effort: Effort): Promise<Compared> {
  const { origins } = server
  const { request, status = 200, against = 'limit', limitRequest = request, limitStatus = status } = scenario
  const costs = await answeredAlike(server, scenario)
  const sides = {
    service: { origin: origins.service, request, status },
    limit: { origin: origins[against], request: limitRequest, status: limitStatus },
  }
  const measure = ({ origin, request, status }: (typeof sides)['service'], amount: number) =>
    load(origin, request, status, { connections: effort.connections, amount })
  const amountOf = async (side: (typeof sides)['service']) => {
    if (scenario.heavy) return 1
    const first = await measure(side, effort.connections * 4)
    const warm = await measure(side, atLeast(first.rate * effort.seconds * 0.5))
    return atLeast(warm.rate * effort.seconds)
  }
  const atLeast = (amount: number) =>
    Math.max(2, Math.round(amount / effort.connections)) * effort.connections
  const amounts = { service: await amountOf(sides.service), limit: await amountOf(sides.limit) }
  const rounds: Compared['rounds'] = []
  for (let at = 0; at < (scenario.heavy ? Math.min(3, effort.rounds) : effort.rounds); at++) {
    // Who goes first changes, so that neither always meets what the other left behind.
    const one = at % 2 ? 'limit' : 'service'
    const first = await measure(sides[one], amounts[one])
    const other = at % 2 ? 'service' : 'limit'
    const second = await measure(sides[other], amounts[other])
    rounds.push(at % 2 ? { service: second, limit: first } : { service: first, limit: second })
  }
  const rates = rounds.map(({ service, limit }) => service.rate / limit.rate)
  const cpus = rounds.map(({ service, limit }) => service.cpu / limit.cpu)
  return {
    name: scenario.name,
    connections: effort.connections,
    target: scenario.target,
    service: { ...middle(rounds.map(({ service }) => service)), cost: costs.service },
    limit: { ...middle(rounds.map(({ limit }) => limit)), cost: costs.limit },
    rates,
    cpus,
    rounds,
    noise: noiseIn(rounds, rates),
  }
}

// As far from a number as no other request of a run comes, and about the same person.
const FAR = 1_000_000_000

/** Sends a request to each side and fails unless they answer the same bytes; gives what each cost the database. */
async function answeredAlike({ origins }: Server, scenario: Scenario) {
  const { request, status = 200, against = 'limit', limitRequest, writes = false } = scenario
  // The first request of all fills what an isolate remembers; it is not the one that is counted.
  const costOf = async (extra: Record<string, string>, of: typeof request) => {
    await exchange(origins.metered, of(next()), extra)
    const { headers } = await exchange(origins.metered, of(next()), extra)
    return JSON.parse(headers.get('X-Cost') ?? 'null') as Cost
  }
  const n = next()
  const service = await exchange(origins.service, request(n))
  if (service.status !== status) throw new Error(`${scenario.name}: ${service.status} ${service.text}`)
  if (!limitRequest) {
    const limit = await exchange(origins[against], request(writes ? n + FAR : n))
    const [ours, theirs] = [service.text, limit.text].map((text) => masked(text, writes || status === 401))
    if (ours !== theirs)
      throw new Error(`${scenario.name}: the answers differ.\n${differing(String(ours), String(theirs))}`)
  }
  return {
    service: await costOf({}, request),
    limit: against === 'limit' ? await costOf({ 'X-Limit': '1' }, limitRequest ?? request) : undefined,
  }
}

async function exchange(origin: string, { method, path, headers, body }: Sent, extra = {}) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...extra },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const masked = (text: string, isNew: boolean): string =>
  isNew
    ? text
        .replace(/"id":"(per|fee)_[0-9A-Za-z]{24}"/g, '"id":"$1_"')
        .replace(/RF\d\d[0-9A-Z]{21}/g, 'RF')
        .replace(/seq\d+x/g, 'seq')
        .replace(/"birthdate":"[\d-]{10}"/g, '"birthdate":""')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
        .replace(/login\/[\w-]{43}/, 'login/')
        .replace(/"person_ids":\[[^\]]*\]/, '"person_ids":[]')
        .replace(/"request_id":"[\w-]+"/, '"request_id":""')
    : text

function differing(ours: string, theirs: string): string {
  const at = [...ours].findIndex((character, index) => character !== theirs[index])
  const from = Math.max(0, at - 60)
  return `service ${ours.slice(from, at + 120)}\nlimit   ${theirs.slice(from, at + 120)}`
}

const middle = (rounds: Round[]): Round => ({
  rate: median(rounds.map(({ rate }) => rate)),
  p50: median(rounds.map(({ p50 }) => p50)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
  foreign: median(rounds.map(({ foreign }) => foreign)),
})

const MOST_FOREIGN = 0.1
const MOST_SPREAD = 0.2

/** Others on the machine, and ratios of rounds that do not agree: the middle half must lie close together. */
function noiseIn(rounds: Compared['rounds'], rates: number[]): string[] {
  const foreign = median(rounds.flatMap(({ service, limit }) => [service.foreign, limit.foreign]))
  const sorted = [...rates].sort((a, b) => a - b)
  const quarter = Math.floor(sorted.length / 4)
  const spread =
    (Number(sorted[sorted.length - 1 - quarter]) - Number(sorted[quarter])) / Math.max(median(rates), 1e-9)
  return [
    ...(foreign > MOST_FOREIGN ? [`others took ${percent(foreign)} of the machine`] : []),
    ...(spread > MOST_SPREAD ? [`the middle rounds differ by ${percent(spread)}`] : []),
  ]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
