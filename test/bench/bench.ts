import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Compared, compare } from './host/compare.ts'
import { entryPageTimes } from './host/entry-page.ts'
import { table, verdicts } from './host/report.ts'
import { pageOf, type Scenario, scenariosOf } from './host/scenarios.ts'
import { type Club, migrate, seed, seedFees } from './host/seed.ts'
import { FOLDER, type Server, serve } from './host/server.ts'
import { schemaTimes, startUpTime } from './host/start-up.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    inspector: { type: 'string' },
  },
})

const MOST_MINUTES = options.quick ? 2 : 10
const RESULTS = join(FOLDER, 'results.json')

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())
const began = performance.now()
const minutes = () => (performance.now() - began) / 60_000

let server: Server | undefined
try {
  server = await serve(ending.signal, options.inspector ? Number(options.inspector) : undefined)
  await bench(server)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await server?.close()
}

/** Holds the service against its limit, scenario by scenario, and says how it did. */
async function bench(server: Server): Promise<void> {
  await migrate(server.db)
  const club = await seeded(server, 1, 100_000)
  await seededFees(server, club, 100_000)
  const etag = await etagOf(server, club)
  const compared: Compared[] = []
  const run = async (scenarios: Scenario[]) => {
    for (const scenario of scenarios.filter(isWanted))
      for (const connections of scenario.heavy || options.quick ? [scenario.heavy ? 1 : 8] : [8, 1]) {
        ending.signal.throwIfAborted()
        if (minutes() > MOST_MINUTES) throw new Error(`Ran for more than ${MOST_MINUTES} minutes; ended.`)
        const result = await compare(server, scenario, {
          connections,
          rounds: Number(options.rounds),
          seconds: options.quick ? 0.3 : connections === 1 ? 0.4 : 0.8,
        })
        compared.push(result)
        console.log(table([result], compared.length === 1))
      }
  }
  await run(scenariosOf(club, etag))
  const sizes = [1_000, 10_000, ...(options.quick ? [] : [1_000_000])]
  if ('page of 500 of'.includes(options.only)) {
    const clubs: Club[] = [club]
    for (const [at, size] of sizes.entries()) clubs.push(await seeded(server, at + 2, size))
    await run(clubs.sort((a, b) => a.members - b.members).map(pageOf))
  }
  if (compared.length > 0) console.log(`\n${verdicts(compared)}`)
  if ('entry page'.includes(options.only)) console.log(`\n${await entryPageTimes()}`)
  if ('start-up'.includes(options.only))
    console.log(`${await startUpTime(ending.signal)}\n${await schemaTimes(server)}`)
  console.log(
    `\n${cpus().length} processors, ${cpus()[0]?.model}; ${minutes().toFixed(1)} minutes; ${RESULTS.replace(`${process.cwd()}/`, '')}`,
  )
  writeFileSync(RESULTS, JSON.stringify({ date: new Date().toISOString(), compared }, null, 2))
}

function isWanted({ name, quick, heavy }: Scenario): boolean {
  return name.includes(options.only) && (!options.quick || (quick === true && !heavy))
}

async function seeded({ db }: Server, number: number, members: number): Promise<Club> {
  const [before, start] = [await sizeOf(db), performance.now()]
  const club = await seed(db, number, members)
  const bytes = ((await sizeOf(db)) - before) / members
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `Seeded ${members.toLocaleString('en')} members in ${seconds} s, ${bytes.toFixed(0)} bytes each with all indexes.`,
  )
  return club
}

async function seededFees({ db }: Server, club: Club, fees: number): Promise<void> {
  const before = await sizeOf(db)
  await seedFees(db, club, fees)
  const bytes = ((await sizeOf(db)) - before) / fees
  console.log(`Seeded ${fees.toLocaleString('en')} fees, ${bytes.toFixed(0)} bytes each with all indexes.`)
}

async function sizeOf(db: Server['db']): Promise<number> {
  const [answer] = await db.batch([db.prepare('SELECT 1')])
  return answer?.meta.size_after ?? 0
}

async function etagOf({ origins }: Server, { key }: Club): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${origins.service}/lists/members/persons`, { headers })
  await response.arrayBuffer()
  return response.headers.get('ETag') ?? ''
}
