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

/** Rows of the table. Where a cell has two figures, they are the service's and the limit's. */
export function table(compared: Compared[], withHeadings: boolean): string {
  return [...(withHeadings ? [HEADINGS] : []), ...compared.map(cellsOf)].map(line).join('\n')
}

/** Which targets are missed, by how much, and which figures must not be quoted. */
export function verdicts(compared: Compared[]): string {
  const missed = compared.flatMap((one) => missesOf(one).map((miss) => `  ${labelOf(one)}: ${miss}`))
  const noisy = compared.filter(({ noise }) => noise.length > 0)
  return [
    missed.length > 0 ? 'Targets missed:' : 'All targets are met.',
    ...missed,
    ...sizes(compared),
    noisy.length > 0
      ? `TOO NOISY TO QUOTE (${noisy.length} of ${compared.length}):`
      : 'No measurement was too noisy to quote.',
    ...noisy.map((one) => `  ${labelOf(one)}: ${one.noise.join('; ')}`),
  ].join('\n')
}

function cellsOf(compared: Compared): string[] {
  const { service, limit, rates, cpus } = compared
  const both = (key: 'trips' | 'rowsRead' | 'rowsWritten') =>
    limit?.cost ? `${service.cost[key]}/${limit.cost[key]}` : `${service.cost[key]}`
  return [
    compared.name,
    `${compared.connections}`,
    rounded(service.rate),
    rounded(limit?.rate),
    ratio(rates),
    rates.length > 0 ? `${Math.min(...rates).toFixed(2)}-${Math.max(...rates).toFixed(2)}` : '-',
    rounded(service.p50),
    rounded(limit?.p50),
    rounded(service.cpu),
    rounded(limit?.cpu),
    ratio(cpus),
    both('trips'),
    both('rowsRead'),
    both('rowsWritten'),
    [
      ...(missesOf(compared).length > 0 ? ['missed'] : []),
      ...(compared.noise.length > 0 ? ['NOISY'] : []),
    ].join(' '),
  ]
}

const missesOf = (compared: Compared): string[] => [...misses(compared)]

function* misses({ target, service, rates }: Compared) {
  const { rate, milliseconds, trips, reads, writes } = target
  const { cost } = service
  if (rate !== undefined && median(rates) < rate)
    yield `throughput ${ratio(rates)} of the limit, wanted at least ${rate}`
  if (milliseconds !== undefined && Number(service.cpu) >= milliseconds)
    yield `${rounded(service.cpu)} ms of CPU, wanted less than ${milliseconds}`
  if (trips !== undefined && cost.trips > trips) yield `${cost.trips} trips, wanted at most ${trips}`
  if (reads !== undefined && cost.rowsRead > reads)
    yield `${cost.rowsRead} rows read, wanted at most ${reads}`
  if (writes !== undefined && cost.rowsWritten > writes)
    yield `${cost.rowsWritten} rows written, wanted at most ${writes}`
}

/** The last page beside the first, and the largest list beside the smallest: both should be 1. */
function sizes(compared: Compared[]): string[] {
  const withName = (name: string) =>
    compared.find((one) => one.name === name && one.connections === 8)?.service
  const beside = (what: string, one: string, other: string) => {
    const [left, right] = [withName(one), withName(other)]
    if (!left?.rate || !left.cpu || !right?.rate || !right.cpu) return []
    const [rate, cpu] = [left.rate / right.rate, left.cpu / right.cpu]
    return [`${what}: throughput ${rate.toFixed(2)}, CPU ${cpu.toFixed(2)} (wanted 0.9 to 1.1)`]
  }
  const [smallest, largest] = ['page of 500 of 1,000', 'page of 500 of 1,000,000']
  return [
    ...beside('Last page beside the first', 'page of 500, last', 'page of 500, first'),
    ...beside('A page of 1,000,000 beside one of 1,000', largest, smallest),
  ]
}

const labelOf = ({ name, connections }: Compared): string => `${name} (${connections} conn.)`

const ratio = (rounds: number[]): string => (rounds.length > 0 ? median(rounds).toFixed(2) : '-')

function rounded(value: number | undefined): string {
  if (value === undefined) return '-'
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

const line = (cells: string[]): string =>
  cells
    .map((cell, index) => (index === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[index] ?? 0)))
    .join(' ')
    .trimEnd()
