import { answeredAlike, type Cost } from './answers.ts'
import { load, median, type Round } from './load.ts'
import { requestOfLimit, type Scenario } from './scenarios.ts'
import type { Server } from './server.ts'

/** A scenario, measured: medians of all rounds, and the ratios of each round where there is a limit. */
export type Compared = {
  name: string
  connections: number
  target: Scenario['target']
  service: Partial<Round> & { cost: Cost }
  limit?: Round & { cost: Cost | undefined }
  rates: number[]
  cpus: number[]
  rounds: Rounds
  /** Why the figures must not be quoted; empty if they may be. */
  noise: string[]
}

type Rounds = { service: Round; limit?: Round }[]
type Effort = { connections: number; rounds: number; seconds: number }
type Measure = (amount: number) => Promise<Round>

/** Compares the answers of both sides, then measures the service and the limit in turn. */
export async function compare(server: Server, scenario: Scenario, effort: Effort): Promise<Compared> {
  const costs = await answeredAlike(server, scenario)
  const rounds = scenario.cold ? [] : await measured(server, scenario, effort)
  const pairs = rounds.flatMap(({ service, limit }) => (limit ? [{ service, limit }] : []))
  const rates = pairs.map(({ service, limit }) => service.rate / limit.rate)
  return {
    name: scenario.name,
    connections: effort.connections,
    target: isJudged(scenario, effort.connections) ? scenario.target : {},
    service: { ...(rounds.length > 0 && middle(rounds.map(({ service }) => service))), cost: costs.service },
    ...(pairs.length > 0 && { limit: { ...middle(pairs.map(({ limit }) => limit)), cost: costs.limit } }),
    rates,
    cpus: pairs.map(({ service, limit }) => service.cpu / limit.cpu),
    rounds,
    noise: noiseIn(rounds, rates),
  }
}

/** Targets are for eight connections, and for what is never sent over more than one. */
function isJudged({ heavy, cold, perRound }: Scenario, connections: number): boolean {
  return connections === 8 || heavy === true || cold === true || perRound !== undefined
}

async function measured({ origins, db }: Server, scenario: Scenario, effort: Effort): Promise<Rounds> {
  const { request, status = 200, against = 'limit', limitStatus = status, undo = [] } = scenario
  const { connections } = effort
  const loaded = async (...options: Parameters<typeof load>): Promise<Round> => {
    const round = await load(...options)
    if (undo.length > 0) await db.batch(undo.map((statement) => db.prepare(statement)))
    return round
  }
  const service: Measure = (amount) => loaded(origins.service, request, status, { connections, amount })
  const serviceAmount = await amountFor(service, scenario, effort)
  const rounds: Rounds = []
  const most = scenario.heavy ? 3 : scenario.usesRowsUp ? 5 : effort.rounds
  const count = Math.min(most, effort.rounds)
  if (against === 'nothing') {
    while (rounds.length < count) rounds.push({ service: await service(serviceAmount) })
    return rounds
  }
  const limit: Measure = (amount) =>
    loaded(origins[against], requestOfLimit(scenario), limitStatus, { connections, amount })
  const limitAmount = await amountFor(limit, scenario, effort)
  while (rounds.length < count) {
    // The sides take turns at going first, so that neither always runs after the other.
    const isLimitFirst = rounds.length % 2 === 1
    const first = isLimitFirst && (await limit(limitAmount))
    const round = await service(serviceAmount)
    rounds.push({ service: round, limit: first || (await limit(limitAmount)) })
  }
  return rounds
}

// Later requests of a fresh isolate take less time than the first ones.
const WARM_UP = 5

/** How many requests take the wanted time, found in a first run that also warms the side up. */
async function amountFor(
  measure: Measure,
  { heavy, perRound, usesRowsUp }: Scenario,
  { connections, seconds }: Effort,
) {
  if (heavy) return 1
  if (perRound) {
    await measure(usesRowsUp ? 1 : WARM_UP)
    return perRound
  }
  const rounded = (amount: number) => Math.max(2, Math.round(amount / connections)) * connections
  const first = await measure(connections * 4)
  const warm = await measure(rounded(first.rate * seconds * 0.5))
  return rounded(warm.rate * seconds)
}

const middle = (rounds: Round[]): Round => ({
  rate: median(rounds.map(({ rate }) => rate)),
  p50: median(rounds.map(({ p50 }) => p50)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
  foreign: median(rounds.map(({ foreign }) => foreign)),
})

const MAX_FOREIGN = 0.1
const MAX_SPREAD = 0.2

/** Other work on the machine, and ratios of rounds that disagree: the middle half must lie close together. */
function noiseIn(rounds: Rounds, rates: number[]): string[] {
  const foreign = median(rounds.flatMap(({ service, limit = service }) => [service.foreign, limit.foreign]))
  const sorted = [...rates].sort((a, b) => a - b)
  const quarter = Math.floor(sorted.length / 4)
  const spread =
    (Number(sorted[sorted.length - 1 - quarter]) - Number(sorted[quarter])) / Math.max(median(rates), 1e-9)
  return [
    ...(foreign > MAX_FOREIGN ? [`other processes took ${percent(foreign)} of the machine`] : []),
    ...(spread > MAX_SPREAD ? [`the middle rounds differ by ${percent(spread)}`] : []),
  ]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
