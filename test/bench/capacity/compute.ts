import type {
  CLASSES as AllClasses,
  LIMITS as AllLimits,
  PRICES as AllPrices,
  SETTINGS as Settings,
} from './inputs.ts'
import { DAYS, KEPT, MONTHS } from './inputs.ts'
import { COUNTED } from './ledger.ts'
import { limitsOf } from './limits.ts'
import { costOf, growthOf, type Measured } from './measured.ts'

export type Inputs = {
  year: { member: Record<string, number>; club: Record<string, number> }
  classes: typeof AllClasses
  settings: typeof Settings
  prices: typeof AllPrices
  limits: typeof AllLimits
}

const BACKUPS_KEPT = 35
/** A message is written, read and deleted. */
const OPERATIONS_A_MESSAGE = 3

/** Everything that some associations take. */
export type Capacity = ReturnType<typeof capacityOf>

/** What some associations take, by what was measured. Pure. */
export function capacityOf(clubs: number, inputs: Inputs, measured: Measured) {
  const size = sizeOf(clubs, inputs)
  const space = spaceOf(size, inputs, measured)
  const month = monthOf({ ...size, ...space }, inputs, measured)
  const databases = Math.max(1, Math.ceil(space.gb / inputs.settings.databaseGb))
  const lines = linesOf({ ...month, storageGb: space.gb }, inputs)
  const dollars = lines.reduce((sum, line) => sum + line.dollars, 0)
  return {
    ...size,
    ...space,
    month,
    databases,
    lines,
    dollars,
    euros: dollars * inputs.settings.eurosADollar,
    limits: limitsOf({ ...size, databases, month, gb: space.gb }, inputs, measured),
  }
}

export type Size = { clubs: number; members: number; largest: number }

function sizeOf(clubs: number, { classes }: Inputs): Size {
  const members = clubs * classes.reduce((sum, { share, members }) => sum + share * members, 0)
  // A class with less than one club in it has none.
  const largest = Math.max(
    ...classes.filter(({ share }) => share * clubs >= 1).map(({ members }) => members),
    0,
  )
  return { clubs, members, largest }
}

/** How often each act is done in a year. */
export function actsOf({ clubs, members }: Pick<Size, 'clubs' | 'members'>, { year }: Inputs) {
  const acts: Record<string, number> = {}
  for (const [name, count] of Object.entries(year.member)) acts[name] = (acts[name] ?? 0) + count * members
  for (const [name, count] of Object.entries(year.club)) acts[name] = (acts[name] ?? 0) + count * clubs
  return acts
}

/** The bytes of each table after the years of the settings, and all together in GB. */
function spaceOf(size: Size, inputs: Inputs, measured: Measured) {
  const { years } = inputs.settings
  const tables: Record<string, number> = {}
  const add = (act: string, count: number, yearly: boolean) => {
    for (const [table, rows] of Object.entries(costOf(measured, act).rows)) {
      const longest = KEPT[table] ?? years
      // What was there from the start has been swept by now, or is kept.
      const kept = yearly ? Math.min(years, longest) : Number(longest >= years)
      const bytes = measured.tables[table]?.bytes
      if (bytes === undefined) throw new Error(`The rows of ${table} were not measured.`)
      tables[table] = (tables[table] ?? 0) + Math.max(0, rows) * count * kept * bytes
    }
  }
  add('clubs', size.clubs, false)
  add('members', size.members, false)
  for (const [act, count] of Object.entries(actsOf(size, inputs))) add(act, count, true)
  const bytes = Object.values(tables).reduce((sum, of) => sum + of, 0)
  return { tables, gb: bytes / 1e9 }
}

/**
 * What a month of an average year takes. A night reads all that a club has, with or without a backup, so it grows by as much as a
 * club is larger than the one that was measured.
 */
function monthOf(size: Size & { gb: number }, inputs: Inputs, measured: Measured) {
  const sums = { ...Object.fromEntries(COUNTED.map((name) => [name, 0])), cpuMs: 0 } as Record<
    (typeof COUNTED)[number] | 'cpuMs',
    number
  >
  const growth = growthOf(size, measured)
  for (const [act, count] of Object.entries(actsOf(size, inputs))) {
    const cost = costOf(measured, act)
    for (const name of [...COUNTED, 'cpuMs'] as const) {
      const grows = NIGHTLY.includes(act) && GROWING.some((one) => one === name)
      sums[name] += (cost[name] * count * (grows ? growth : 1)) / MONTHS
    }
  }
  const backupGb = (costOf(measured, 'backups').r2Bytes * growth * size.clubs) / 1e9
  return {
    ...sums,
    queueOperations: sums.messages * OPERATIONS_A_MESSAGE,
    logLines: sums.invocations,
    r2Gb: backupGb * Math.max(1, (BACKUPS_KEPT * (inputs.year.club.backups ?? 0)) / DAYS),
  }
}

/** What reads all that a club has, and what of it is as large as the club. */
const NIGHTLY = ['backups', 'nights', 'seals']
const GROWING = ['rowsRead', 'databaseMs', 'cpuMs', 'r2Bytes'] as const

export type Month = ReturnType<typeof monthOf>

/** The lines of the bill of a month, in dollars. */
export function linesOf(month: Month & { storageGb: number }, { prices }: Inputs) {
  const metered = { ...month, requests: month.invocations }
  const { plan, ...rest } = prices
  return [
    { name: 'plan', amount: 1, dollars: plan },
    ...Object.entries(rest).map(([name, { per, price, included }]) => {
      const amount = metered[name as keyof typeof rest]
      return { name, amount, dollars: (Math.max(0, amount - included) / per) * price }
    }),
  ]
}
