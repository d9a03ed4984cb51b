import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { addressesOf, lostFrom, readEverything } from '../support/all-reads.ts'
import { databaseOf } from '../support/database.ts'
import { layOutLastRelease } from '../support/last-release.ts'
import { addCopies, measure, newMigrations, plainUpdates } from '../support/migration-cost.ts'
import { npmStart, type Started } from '../support/npm-start.ts'
import { probe, verifySeals } from '../support/probes.ts'
import { verifyBooks } from '../support/stored-books.ts'

// The last release's data under the code of today, and the last release's code on the schema of today: a release migrates before
// it deploys, and a rollback leaves the schema as it is.
const folder = mkdtempSync(join(tmpdir(), 'membership-upgrade-'))
const last = join(folder, 'last-release')
const state = join(folder, 'state')
let running: Started | undefined
try {
  const { commit } = layOutLastRelease(last)
  say(`The last release, ${commit.slice(0, 12)}, fills its database`)
  const filled = await start(last)
  await probe(filled, 'before')
  const addresses = await addressesOf(filled)
  const before = await readEverything(filled, addresses)
  assert.ok(before.size > 40, `only ${before.size} addresses are read`)
  for (const [path, { status }] of before) assert.ok(status < 500, `${path}: ${status}`)
  await stop()
  cpSync(state, join(folder, 'copy'), { recursive: true })

  const added = newMigrations(ROOT, last)
  say(
    `The code of today migrates it, by ${added.length} migrations, and reads the same at ${before.size} addresses`,
  )
  const today = await start(ROOT)
  const after = await readEverything(today, addresses)
  assert.deepEqual(lostFrom(Object.fromEntries(before), Object.fromEntries(after)), [])
  await probe(today, 'today')
  assert.ok((await verifySeals(today)) > 0, 'no workspace has sealed events')
  await stop()
  verifyBooks(state, [])

  say('The last release works on the schema of today, and reads what the code of today wrote')
  const back = await start(last)
  const again = await readEverything(back, addresses)
  for (const [path, { status }] of again) assert.equal(status, before.get(path)?.status, path)
  await probe(back, 'back')
  assert.ok((await verifySeals(back)) > 0)
  await stop()

  say('The code of today takes it from there')
  const forth = await start(ROOT)
  await probe(forth, 'forth')
  await stop()
  verifyBooks(state, [])

  say('What the migrations cost')
  const database = databaseOf(join(folder, 'copy'))
  addCopies(database)
  const updates = plainUpdates(database)
  const slow = added.flatMap((name) => {
    const { milliseconds, plain, allowed, rows } = measure(database, updates, ROOT, name)
    const cost = `${name}: ${milliseconds.toFixed(0)} ms; plain UPDATEs of as many rows (${rows}): ${plain.toFixed(0)} ms`
    console.log(`${milliseconds <= allowed ? '✓' : '✗'} ${cost}`)
    return milliseconds <= allowed ? [] : [cost]
  })
  assert.deepEqual(slow, [], 'write a repair instead: src/db/README.md')
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}

async function start(version: string): Promise<Started> {
  running = await npmStart(version, state)
  return running
}

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

function say(what: string): void {
  console.log(`› ${what}`)
}
