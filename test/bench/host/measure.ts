import { DatabaseSync } from 'node:sqlite'
import { MEMBERS } from '../capacity/inputs.ts'
import { COUNTED, emptyLedger, type Ledger } from '../capacity/ledger.ts'
import type { ActCost, Measured, TableSize } from '../capacity/measured.ts'
import { ACTS, type Act, type Club, HOURLY, NIGHTLY, RUNS } from './acts.ts'
import { busy } from './cpu.ts'
import { type LedgerServer, serveLedger } from './ledger-server.ts'
import { migrate } from './seed.ts'

const CLUBS = 10
/** From so many rows on, the pages of a table say how large a row is. */
const MANY_ROWS = 200
const FILLED_ROWS = 2_000

/**
 * Has ten clubs live their year on a service whose bindings count, one act after the other. The first club warms the isolate:
 * its rows are kept, its times are not.
 */
export async function measure(ending: AbortSignal): Promise<Measured> {
  const server = await serveLedger(ending)
  try {
    await migrate(server.db)
    const tables = await tablesOf(server)
    const clubs = Array.from({ length: CLUBS }, (_, number) => emptyClub(number))
    await server.take()
    const acts: Record<string, ActCost> = {}
    const emptyRuns = { nights: await fixed(server, NIGHTLY), hours: await fixed(server, HOURLY) }
    for (const act of ACTS) {
      ending.throwIfAborted()
      acts[act.name] = await measureAct(server, act, { clubs, tables })
      // The first events, of whole persons, are the largest: after two years they are swept, and later ones are measured.
      if (act.name === 'members') await server.db.batch([server.db.prepare('DELETE FROM events')])
    }
    for (const { name, cron, before } of RUNS) {
      for (const club of before ? clubs : []) await before?.(server, club)
      await server.deliver()
      acts[name] = await measureRun(server, cron, tables)
    }
    await spreadSeals(server, acts)
    const clubBytes = Math.round((await sizeOf(server)) / CLUBS)
    const migrations = await server.db.batch([
      server.db.prepare('SELECT max(name) AS name FROM d1_migrations'),
    ])
    await server.stop()
    return {
      date: new Date().toISOString().slice(0, 10),
      migration: String(migrations[0]?.results[0]?.name),
      members: MEMBERS,
      clubs: CLUBS,
      acts,
      emptyRuns,
      clubBytes,
      tables: sizesOf(server.file(), tables),
    }
  } finally {
    await server.stop().catch(() => undefined)
    server.clean()
  }
}

const emptyClub = (number: number): Club => ({
  ...{ id: '', number, key: '', persons: [], fees: [], bank: '', staff: '', cookie: '' },
})

async function tablesOf({ db }: LedgerServer): Promise<string[]> {
  const [found] = await db.batch([
    db.prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
         AND name NOT IN ('d1_migrations', 'limit_persons') ORDER BY name`,
    ),
  ])
  return found?.results.map(({ name }) => String(name)) ?? []
}

/** Counts the seals of a year's events as a share of each event's act, not as rows of the night that made them. */
async function spreadSeals(server: LedgerServer, acts: Record<string, ActCost>): Promise<void> {
  const [seals = 0, events = 0] = await countsOf(server, ['event_seals', 'events'])
  for (const { rows } of Object.values(acts)) {
    delete rows.event_seals
    if (rows.events) rows.event_seals = Number(((rows.events * seals) / events).toPrecision(4))
  }
}

async function sizeOf({ db }: LedgerServer): Promise<number> {
  const [result] = await db.batch([db.prepare('SELECT 1')])
  return result?.meta.size_after ?? 0
}

async function countsOf({ db }: LedgerServer, tables: string[]): Promise<number[]> {
  const counted = await db.batch(tables.map((name) => db.prepare(`SELECT count(*) AS n FROM "${name}"`)))
  return counted.map(({ results }) => Number(results[0]?.n))
}

/** What an act took for one unit: its requests, and the messages that they queued. */
async function measureAct(
  server: LedgerServer,
  { name, units, run: act }: Act,
  { clubs, tables }: { clubs: Club[]; tables: string[] },
): Promise<ActCost> {
  const [first, ...others] = clubs
  if (!first) throw new Error('there is no club')
  await act(server, first)
  await server.deliver()
  await server.take()
  const before = await countsOf(server, tables)
  const { self, server: used } = busy()
  for (const club of others)
    try {
      await act(server, club)
    } catch (error) {
      throw new Error(`the act «${name}» failed`, { cause: error })
    }
  await server.deliver()
  const after = busy()
  const ticks = after.server - used
  if (self > after.self) throw new Error('the clock of the processor went back')
  return perUnit(await server.take(), {
    units: units * others.length,
    cpuMs: ticks * 10,
    rows: differences(tables, before, await countsOf(server, tables)),
  })
}

/** What a run took for one club, its jobs included. */
async function measureRun(server: LedgerServer, cron: string, tables: string[]): Promise<ActCost> {
  // Each night counts its day, which all nights here are.
  await server.db.batch([server.db.prepare('DELETE FROM daily_counts')])
  const before = await countsOf(server, tables)
  await server.take()
  const start = busy().server
  await server.cron(cron)
  const ofRun = await server.take()
  await server.deliver()
  const cpuMs = (busy().server - start) * 10
  const ofJobs = await server.take()
  return {
    ...perUnit(together(ofRun, ofJobs), {
      units: CLUBS,
      cpuMs,
      rows: differences(tables, before, await countsOf(server, tables)),
    }),
    runMs: ofRun.databaseMs / CLUBS,
    jobMs: ofJobs.databaseMs / CLUBS,
    jobTrips: ofJobs.trips / CLUBS,
    jobs: ofRun.messages / CLUBS,
    widest: { ...ofRun.widest, rows: ofRun.widest.rows / CLUBS, ms: ofRun.widest.ms / CLUBS },
  }
}

/** What a run takes where no club is. */
async function fixed(server: LedgerServer, cron: string): Promise<number> {
  await server.cron(cron)
  await server.deliver()
  await server.take()
  await server.cron(cron)
  return (await server.take()).databaseMs
}

function together(one: Ledger, other: Ledger): Ledger {
  const sums = Object.fromEntries(COUNTED.map((name) => [name, one[name] + other[name]]))
  return {
    ...emptyLedger(),
    ...sums,
    most: {
      trips: Math.max(one.most.trips, other.most.trips),
      statements: Math.max(one.most.statements, other.most.statements),
      kv: Math.max(one.most.kv, other.most.kv),
    },
  }
}

function perUnit(
  ledger: Ledger,
  { units, cpuMs, rows }: { units: number; cpuMs: number; rows: Record<string, number> },
): ActCost {
  const shared = (total: number) => Number((total / units).toPrecision(4))
  return {
    units,
    ...(Object.fromEntries(COUNTED.map((name) => [name, shared(ledger[name])])) as Record<
      (typeof COUNTED)[number],
      number
    >),
    cpuMs: shared(cpuMs),
    rows: Object.fromEntries(Object.entries(rows).map(([name, count]) => [name, shared(count)])),
    most: ledger.most,
  }
}

const differences = (tables: string[], before: number[], after: number[]): Record<string, number> =>
  Object.fromEntries(
    tables
      .map((name, index) => [name, (after[index] ?? 0) - (before[index] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  )

/**
 * The bytes of a row of each table, with its entries in indexes. Of few rows, whose last page is nearly empty, what is in the pages,
 * which are three quarters full on average.
 */
function sizesOf(file: string, tables: string[]): Record<string, TableSize> {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0')
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    db.exec(`DROP TRIGGER "${name}"`)
  const countOf = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n)
  const bytesOf = db.prepare(
    `SELECT sum(pgsize) AS pages, sum(payload + ncell * 8) / 0.75 AS cells, 1.0 * sum(pgsize - unused) / sum(pgsize) AS full
     FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?)`,
  )
  const sizes: Record<string, TableSize> = {}
  for (const table of tables) {
    const rows = countOf(table)
    if (rows === 0) fill(db, table)
    const { pages, cells, full } = bytesOf.get(table) ?? {}
    const of = rows === 0 ? 'filled' : rows < MANY_ROWS ? 'few' : 'many'
    sizes[table] = {
      bytes: Math.round(Number(of === 'few' ? cells : pages) / countOf(table)),
      of,
      full: Number(Number(full).toFixed(2)),
    }
  }
  db.close()
  return sizes
}

/** Fills a table that acts leave empty with rows whose columns are as long as their names say. */
function fill(db: DatabaseSync, table: string): void {
  const columns = db
    .prepare('SELECT name, type, "notnull" AS required, pk FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .all(table)
    .map(({ name, type, required, pk }) => ({
      name: String(name),
      isNumber: type === 'INTEGER',
      isRequired: required === 1 || Number(pk) > 0,
    }))
  const insert = db.prepare(
    `INSERT OR IGNORE INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
  )
  db.exec('BEGIN')
  for (let n = 0; n < FILLED_ROWS; n++)
    insert.run(...columns.map((column) => (column.isRequired || n % 2 === 0 ? sample(column, n) : null)))
  db.exec('COMMIT')
  const stored = Number(db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n)
  if (stored < FILLED_ROWS / 2) throw new Error(`${table} took ${stored} rows of ${FILLED_ROWS}`)
}

function sample({ name, isNumber }: { name: string; isNumber: boolean }, n: number): string | number {
  if (isNumber) return 1_000_000 + n
  if (/_hash$/.test(name)) return String(n).padStart(64, 'f')
  if (/_(at|until)$/.test(name)) return new Date(1.7e12 + n * 1000).toISOString()
  if (/_on$|day$/.test(name)) return new Date(1.7e12 + n * 86_400_000).toISOString().slice(0, 10)
  if (/(^|_)id$/.test(name)) return `abc_${String(n).padStart(24, '0')}`
  return `${String(n).padStart(8, '0')} and some more of a text for it`
}
