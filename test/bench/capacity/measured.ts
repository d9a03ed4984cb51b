import type { COUNTED } from './ledger.ts'

/** What one unit of an act takes, and the rows that it leaves. */
export type ActCost = Record<(typeof COUNTED)[number], number> & {
  /** How many units were measured. */
  units: number
  /** Of the Worker and of the simulated bindings: Cloudflare counts less. */
  cpuMs: number
  rows: Record<string, number>
  most: { trips: number; statements: number; kv: number }
  /** Of runs: the database's time of the run itself and of its jobs, its jobs, and its widest statement, for each club. */
  runMs?: number
  jobMs?: number
  jobTrips?: number
  jobs?: number
  widest?: { rows: number; ms: number; sql: string }
}

/** The bytes of a row with its index entries, by many or few rows that acts left, or by made-up ones where they left none. */
export type TableSize = {
  bytes: number
  of: 'many' | 'few' | 'filled'
  /** The share of its pages that is used. */
  full: number
}

/** What `npm run capacity -- --measure` writes to `measured.json`. */
export type Measured = {
  date: string
  /** The last migration of the schema that was measured. */
  migration: string
  /** The members of each club that was measured. */
  members: number
  clubs: number
  acts: Record<string, ActCost>
  /** The database's time of a run without any club. */
  emptyRuns: { nights: number; hours: number }
  /** A club in the database, at the end of its first year. */
  clubBytes: number
  tables: Record<string, TableSize>
}

/** What an act took. Throws for one that was not measured. */
export function costOf({ acts }: Measured, act: string): ActCost {
  const cost = acts[act]
  if (!cost) throw new Error(`The act «${act}» was not measured.`)
  return cost
}

/** How many times as large as the measured club an average one is at the end. */
export const growthOf = ({ gb, clubs }: { gb: number; clubs: number }, { clubBytes }: Measured): number =>
  Math.max(1, (gb * 1e9) / clubs / clubBytes)
