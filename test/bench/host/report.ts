import type { Compared } from './compare.ts'
import { median } from './load.ts'

const HEADINGS = [
  'scenario',
  'conn.',
  'req/s',
  'limit',
  'ratio',
  '(rounds)',
  'p50 ms',
  'limit',
  'CPU ms',
  'limit',
  'ratio',
  'trips',
  'read',
  'written',
  '',
]
const WIDTHS = [48, 5, 7, 7, 6, 11, 7, 7, 7, 7, 6, 6, 11, 11, 0]

/** Rows of the table; where two figures stand in a cell, they are the service's and the limit's. */
export function table(compared: Compared[], withHeadings: boolean): string {
  return [...(withHeadings ? [HEADINGS] : []), ...compared.map(cellsOf)].map(lined).join('\n')
}

/** Which targets are met, which are not, and what must not be quoted. */
export function verdicts(compared: Compared[]): string {
  const missed = compared.flatMap((of) => missesOf(of).map((miss) => `  ${labelOf(of)}: ${miss}`))
  const noisy = compared.filter(({ noise }) => noise.length > 0)
  return [
    missed.length > 0 ? 'Targets missed:' : 'All targets are met.',
    ...missed,
    ...sizes(compared),
    noisy.length > 0
      ? `TOO NOISY TO QUOTE (${noisy.length} of ${compared.length}):`
      : 'No measurement was too noisy to quote.',
    ...noisy.map((of) => `  ${labelOf(of)}: ${of.noise.join('; ')}`),
  ].join('\n')
}

function cellsOf(of: Compared): string[] {
  const { service, limit, rates, cpus } = of
  const both = (key: 'trips' | 'rowsRead' | 'rowsWritten') =>
    limit.cost ? `${service.cost[key]}/${limit.cost[key]}` : `${service.cost[key]}`
  return [
    of.name,
    `${of.connections}`,
    rounded(service.rate),
    rounded(limit.rate),
    median(rates).toFixed(2),
    `${Math.min(...rates).toFixed(2)}-${Math.max(...rates).toFixed(2)}`,
    rounded(service.p50),
    rounded(limit.p50),
    service.cpu.toFixed(2),
    limit.cpu.toFixed(2),
    median(cpus).toFixed(2),
    both('trips'),
    both('rowsRead'),
    both('rowsWritten'),
    [...(missesOf(of).length > 0 ? ['missed'] : []), ...(of.noise.length > 0 ? ['NOISY'] : [])].join(' '),
  ]
}

function* misses({ target, service, rates, cpus }: Compared) {
  const { rate, cpu, trips, reads, writes } = target
  const isBelow = (least: number | undefined, value: number) => least !== undefined && value < least
  const isAbove = (most: number | undefined, value: number) => most !== undefined && value > most
  if (isBelow(rate, median(rates)))
    yield `throughput ${median(rates).toFixed(2)} of the limit, wanted ${rate}`
  if (isAbove(cpu, median(cpus))) yield `CPU ${median(cpus).toFixed(2)} of the limit, wanted ${cpu}`
  if (isAbove(trips, service.cost.trips)) yield `${service.cost.trips} trips, wanted ${trips}`
  if (isAbove(reads, service.cost.rowsRead)) yield `${service.cost.rowsRead} rows read, wanted ${reads}`
  if (isAbove(writes, service.cost.rowsWritten))
    yield `${service.cost.rowsWritten} rows written, wanted ${writes}`
}

const missesOf = (of: Compared): string[] => [...misses(of)]

/** The last page beside the first, and the greatest list beside the smallest: both should be 1. */
function sizes(compared: Compared[]): string[] {
  const found = (name: string) => compared.find((of) => of.name === name && of.connections === 8)
  const beside = (what: string, one: string, other: string) => {
    const [a, b] = [found(one), found(other)]
    if (!a || !b) return []
    const [rate, cpu] = [a.service.rate / b.service.rate, a.service.cpu / b.service.cpu]
    return [`${what}: throughput ${rate.toFixed(2)}, CPU ${cpu.toFixed(2)} (wanted 0.9 to 1.1)`]
  }
  const [small, great] = ['page of 500 of 1,000', 'page of 500 of 1,000,000']
  return [
    ...beside('Last page beside the first', 'page of 500, last', 'page of 500, first'),
    ...beside('A page of 1,000,000 beside one of 1,000', great, small),
  ]
}

const labelOf = ({ name, connections }: Compared): string => `${name} (${connections} conn.)`

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const lined = (cells: string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join(' ')
    .trimEnd()
