import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { differences } from './host/answers.ts'
import { type Compared, compare } from './host/compare.ts'
import { duesScenarios } from './host/dues.ts'
import { entryPageTimes } from './host/entry-page.ts'
import { type Draft, importScenario, seedDraft } from './host/imports.ts'
import { moneyScenarios } from './host/money.ts'
import { options, words } from './host/options.ts'
import { signIn } from './host/portal.ts'
import { table, verdicts } from './host/report.ts'
import { pageOf, type Scenario, scenariosOf } from './host/scenarios.ts'
import { type Club, DEBTOR, migrate, seed, seedFees, seedMembers } from './host/seed.ts'
import { type Dues, seedDues } from './host/seed-dues.ts'
import { type Money, seedMoney } from './host/seed-money.ts'
import { FOLDER, type Server, serve } from './host/server.ts'
import { schemaTimes, startUpTime } from './host/start-up.ts'

const MAX_MINUTES = options.quick ? 5 : 20
/** Stands for clubs where only the names of scenarios matter. */
const UNSEEDED: Club = { id: '', key: '', members: 100_000 }
const NO_DUES: Dues = { own: UNSEEDED, twin: UNSEEDED }
const NO_DRAFT: Draft = { club: UNSEEDED, id: '' }
/** Requests name members up to the 30,500th. */
const FEWEST_MEMBERS = 31_000
const RESULTS = join(FOLDER, 'results.json')

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())
const start = performance.now()
const minutes = () => (performance.now() - start) / 60_000

let server: Server | undefined
try {
  server = await serve(ending.signal, {
    inspectorPort: options.inspector ? Number(options.inspector) : undefined,
    databases: Number(options.databases),
  })
  await (options.compare ? compareAnswers(server) : bench(server))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await server?.close()
}

/** Compares the service with its limit, scenario by scenario, and reports the figures. */
async function bench(server: Server): Promise<void> {
  await migrate(server.db)
  const compared: Compared[] = []
  const run = async (scenarios: Scenario[]) => {
    for (const scenario of scenarios.filter(isSelected))
      for (const connections of connectionsFor(scenario)) {
        ending.signal.throwIfAborted()
        if (minutes() > MAX_MINUTES) throw new Error(`Ran for more than ${MAX_MINUTES} minutes; ended.`)
        const result = await compare(server, scenario, {
          connections,
          rounds: Number(options.rounds),
          seconds: options.quick ? 0.3 : connections === 1 ? 0.4 : 0.8,
        })
        compared.push(result)
        console.log(table([result], compared.length === 1))
      }
  }
  await seedAndRun(server, 100_000, run)
  if (compared.length > 0) console.log(`\n${verdicts(compared)}`)
  if (isNamed('entry page')) console.log(`\n${await entryPageTimes()}`)
  if (isNamed('start-up')) console.log(`${await startUpTime(ending.signal)}\n${await schemaTimes(server)}`)
  console.log(
    `\n${cpus().length} processors, ${cpus()[0]?.model}; ${minutes().toFixed(1)} minutes; ${RESULTS.replace(`${process.cwd()}/`, '')}`,
  )
  writeFileSync(RESULTS, JSON.stringify({ date: new Date().toISOString(), compared }, null, 2))
}

/** Sends one request of each scenario to both sides, over few rows. Fails if any answers differ, and names them all. */
async function compareAnswers(server: Server): Promise<void> {
  await migrate(server.db)
  const different: string[] = []
  let count = 0
  await seedAndRun(server, FEWEST_MEMBERS, async (scenarios) => {
    for (const scenario of scenarios.filter(isSelected)) {
      ending.signal.throwIfAborted()
      different.push(...(await differences(server, scenario)))
      count++
    }
  })
  if (different.length > 0)
    throw new Error(`${different.length} of ${count} differ.\n${different.join('\n')}`)
  console.log(`${count} scenarios: both sides give the same answers.`)
}

/** Seeds the clubs whose scenarios are selected, and runs those. */
async function seedAndRun(server: Server, members: number, run: (scenarios: Scenario[]) => Promise<void>) {
  if (!isWithoutMembers()) {
    const club = await seededClub(server, 1, members)
    await seededFees(server, club, members)
    await run(scenariosOf(club, await visitorOf(server, club)))
    await run(await clubSizes(server, club))
  }
  if (moneyOf(UNSEEDED).some(isSelected)) await run(moneyScenarios(await seededMoney(server)))
  if (duesScenarios(NO_DUES).some(isSelected)) await run(duesScenarios(await seedDues(server)))
  if (isSelected(importScenario(NO_DRAFT))) await run([importScenario(await seedDraft(server))])
}

function isNamed(name: string): boolean {
  return words.length === 0 || words.some((word) => name.includes(word))
}

function isSelected({ name, quick, heavy, perRound }: Scenario): boolean {
  return isNamed(name) && (!options.quick || (quick === true && !heavy && !perRound))
}

function moneyOf(club: Club): Scenario[] {
  return moneyScenarios({ own: club, twin: club, archive: club })
}

/** Whether every word names a scenario of money, dues or imports, so that the club of the others is not seeded. */
function isWithoutMembers(): boolean {
  const names = [...moneyOf(UNSEEDED), ...duesScenarios(NO_DUES), importScenario(NO_DRAFT)].map(
    ({ name }) => name,
  )
  return words.length > 0 && words.every((word) => names.some((name) => name.includes(word)))
}

function connectionsFor({ heavy, cold, perRound }: Scenario): number[] {
  if (heavy || cold || perRound) return [1]
  return options.quick ? [8] : [8, 1]
}

/** Pages of clubs of several sizes; seeds the clubs whose pages are selected. */
async function clubSizes(server: Server, first: Club): Promise<Scenario[]> {
  const clubs = [first]
  const sizes = options.compare ? [] : [1_000, 10_000, ...(options.quick ? [] : [1_000_000])]
  for (const [index, size] of sizes.entries())
    if (isNamed(pageOf({ ...first, members: size }).name))
      clubs.push(await seededClub(server, index + 2, size))
  return clubs.sort((one, other) => one.members - other.members).map(pageOf)
}

async function seededClub({ db }: Server, number: number, members: number): Promise<Club> {
  const club = await seed(db, number, members)
  const started = performance.now()
  const bytes = await bytesOf(db, () => seedMembers(db, club, 'service'))
  const limitBytes = await bytesOf(db, () => seedMembers(db, club, 'limit'))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `Seeded ${members.toLocaleString('en')} members in ${seconds} s; with all indexes each takes ${(bytes / members).toFixed(0)} bytes, ${(limitBytes / members).toFixed(0)} in the limit.`,
  )
  return club
}

async function seededFees({ db }: Server, club: Club, fees: number): Promise<void> {
  const bytes = await bytesOf(db, () => seedFees(db, club, fees))
  console.log(
    `Seeded ${fees.toLocaleString('en')} fees; with all indexes each takes ${(bytes / fees).toFixed(0)} bytes.`,
  )
}

async function seededMoney({ db }: Server): Promise<Money> {
  const started = performance.now()
  const money = await seedMoney(db)
  console.log(`Seeded the clubs of money in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return money
}

/** How many bytes the database grows by while something is done. */
async function bytesOf(db: Server['db'], act: () => Promise<void>): Promise<number> {
  const before = await sizeOf(db)
  await act()
  return (await sizeOf(db)) - before
}

async function sizeOf(db: Server['db']): Promise<number> {
  const [result] = await db.batch([db.prepare('SELECT 1')])
  return result?.meta.size_after ?? 0
}

async function visitorOf({ origins }: Server, { key }: Club) {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${origins.service}/lists/members/persons`, { headers })
  await response.arrayBuffer()
  const cookie = await signIn(origins.service, key, DEBTOR.number)
  return { etag: response.headers.get('ETag') ?? '', cookie }
}
