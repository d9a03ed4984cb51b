import type { Capacity } from './compute.ts'

const LINES: Record<string, string> = {
  plan: 'Workers Paid',
  requests: 'requests, runs and messages (M)',
  cpuMs: 'CPU (M ms)',
  logLines: 'log lines (M)',
  rowsRead: 'rows read (M)',
  rowsWritten: 'rows written (M)',
  storageGb: 'D1 (GB)',
  kvReads: 'KV reads (M)',
  kvWrites: 'KV writes (M)',
  queueOperations: 'queue operations (M)',
  r2Writes: 'R2 writes (M)',
  r2Reads: 'R2 reads (M)',
  r2Gb: 'R2 (GB)',
  mails: 'mails (M)',
}
const WHOLE = ['plan', 'storageGb', 'r2Gb']

/** The tables of some sizes, as Markdown. */
export function report(sizes: readonly Capacity[], years: number): string {
  const columns = sizes.map(({ clubs }) => `${number(clubs)} associations`)
  const row = (name: string, cell: (size: Capacity) => string) => [name, ...sizes.map(cell)]
  const amounts = Object.keys(LINES).map((name, index) =>
    row(LINES[name] ?? name, ({ lines }) => {
      const { amount = 0, dollars = 0 } = lines[index] ?? {}
      const shown = name === 'plan' ? '' : `${number(WHOLE.includes(name) ? amount : amount / 1e6)}: `
      return `${shown}$${number(dollars)}`
    }),
  )
  return [
    markdown(
      ['A month', ...columns],
      [
        row('members', ({ members }) => number(members)),
        row(`GB in D1 after ${years} years`, ({ gb }) => number(gb)),
        row('bytes a member', ({ gb, members }) => number((gb * 1e9) / members)),
        row('databases', ({ databases }) => number(databases)),
        row('deployments, by all limits', ({ limits }) =>
          number(
            Math.max(1, ...limits.filter(({ unit }) => unit === 'deployments').map(({ needs }) => needs)),
          ),
        ),
        row('requests from outside (M)', ({ month }) => number(month.requests / 1e6)),
        row('trips to the database (M)', ({ month }) => number(month.trips / 1e6)),
        ...amounts,
        row('**together**', ({ dollars, euros }) => `**$${number(dollars)}, ${number(euros)} €**`),
        row('an association', ({ euros, clubs }) => `${(euros / clubs).toFixed(3)} €`),
      ],
    ),
    ...sizes.map((size) => limitsTable(size)),
    ...sizes.slice(0, 1).map((size) => tablesOf(size)),
  ].join('\n\n')
}

/** What one size uses of each limit, the fullest first. */
function limitsTable({ clubs, limits }: Capacity): string {
  const rows = limits.map(({ name, used, of, needs, unit }) => [
    used > 1 ? `**${name}**` : name,
    percent(used),
    of,
    used > 1 ? `${number(needs)} ${unit}` : '',
  ])
  return markdown([`${number(clubs)} associations: what breaks first`, 'used', 'of', 'needs'], rows)
}

/** The tables that take most, and the rest. */
function tablesOf({ tables, members }: Capacity): string {
  const sorted = Object.entries(tables).toSorted(([, one], [, other]) => other - one)
  const rest = sorted.slice(SHOWN_TABLES).reduce((sum, [, bytes]) => sum + bytes, 0)
  const all = sorted.reduce((sum, [, bytes]) => sum + bytes, 0)
  return markdown(
    ['Table', 'bytes a member', 'share'],
    [...sorted.slice(0, SHOWN_TABLES), ['all others', rest] as const].map(([name, bytes]) => [
      name,
      number(bytes / members),
      percent(bytes / all),
    ]),
  )
}

const SHOWN_TABLES = 10

const percent = (share: number): string => `${number(share * 100)} %`

/** Three digits, or all of a whole number. */
function number(value: number): string {
  if (value === 0) return '0'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return Number(value.toPrecision(value < 1 ? 2 : 3)).toString()
}

function markdown(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
