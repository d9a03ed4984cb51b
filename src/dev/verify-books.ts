import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { INVARIANTS } from '../domain/book/invariants.ts'
import { WAITING_ROWS } from '../domain/book/waiting-rows.ts'
import { configOptions, databasesIn, type Local, localDatabases } from './databases.ts'
import { DEFAULT_FOLDER, step } from './local-state.ts'
import { wrangler } from './wrangler.ts'

const USAGE = 'Usage: npm run books:verify -- [--repair] [--remote] [--persist-to .wrangler/state]'

type Finding = { workspace_id: string; id: string | number }
type Waiting = Finding & { paid_on: string; amount: number; vouchers: string | null }

/** How many findings of an invariant are printed. */
const MAX_FINDINGS = 20

const { values } = parseArgs({
  options: {
    remote: { type: 'boolean' },
    repair: { type: 'boolean' },
    'persist-to': { type: 'string' },
    help: { type: 'boolean' },
  },
})
const where = values.remote ? 'deployed' : 'local'

if (values.help) console.log(USAGE)
else process.exitCode = (await inEach(values.repair ? listWaiting : verifyBooks)) ? 0 : 1

/** Does something in each database. One that fails hides no other. Returns whether all is well in all of them. */
async function inEach(act: (database: Local, called: string) => Promise<boolean>): Promise<boolean> {
  const databases = chosenDatabases()
  const bad: string[] = []
  for (const database of databases) {
    const { binding } = database
    const isWell = await act(database, databases.length === 1 ? 'database' : `database ${binding}`).catch(
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        return false
      },
    )
    if (!isWell) bad.push(binding)
  }
  if (databases.length > 1 && bad.length > 0) console.log(`✗ Not well: ${bad.join(', ')}`)
  return bad.length === 0
}

/** Those of wrangler.toml, and on this machine also those that `npm start -- --databases` has made. */
function chosenDatabases(): Local[] {
  const found = values.remote ? [] : databasesIn(resolve(values['persist-to'] ?? DEFAULT_FOLDER))
  return found.length > 0 ? found : localDatabases()
}

/**
 * Lists what waits to be booked beside the vouchers that may have its money. Changes nothing: who keeps the book
 * decides.
 */
async function listWaiting(database: Local, called: string): Promise<boolean> {
  step(`List the payments that wait to be booked in the ${where} ${called}`)
  const [waiting = []] = await run<Waiting>(database, [WAITING_ROWS])
  for (const { workspace_id, id, paid_on, amount, vouchers } of waiting)
    console.log(
      `${workspace_id} ${id} ${paid_on} ${amount} cents: ${vouchers ? `perhaps voucher ${vouchers}` : 'no voucher'}`,
    )
  console.log(
    `${waiting.length} wait. Nothing was changed: decide them in the dashboard, at /cash-book/fees.`,
  )
  return true
}

/** Runs every invariant over a database; tells whether all hold. */
async function verifyBooks(database: Local, called: string): Promise<boolean> {
  step(`Verify the books in the ${where} ${called}`)
  const results = await run(database, Object.values(INVARIANTS))
  const broken = Object.keys(INVARIANTS).filter((rule, index) => {
    const found = results[index] ?? []
    console.log(`${found.length === 0 ? '✓' : '✗'} ${rule}`)
    for (const { workspace_id, id } of found.slice(0, MAX_FINDINGS)) console.log(`    ${workspace_id} ${id}`)
    if (found.length > MAX_FINDINGS) console.log(`    and ${found.length - MAX_FINDINGS} more`)
    return found.length > 0
  })
  console.log(broken.length === 0 ? 'All hold.' : `${broken.length} do not hold.`)
  return broken.length === 0
}

/** Runs queries on a database, and returns the rows of each. */
async function run<Row = Finding>(database: Local, queries: string[]): Promise<Row[][]> {
  const command = queries.map((query) => query.replaceAll(/\s+/g, ' ').trim()).join('; ')
  const folder = values['persist-to'] ? ['--persist-to', values['persist-to']] : []
  const execution = wrangler(
    new AbortController().signal,
    ...['d1', 'execute', database.binding, '--json', '--command', command, ...configOptions([database])],
    ...[values.remote ? '--remote' : '--local', ...folder],
  )
  await execution.succeeded()
  const text = execution.printed()
  const answers = JSON.parse(text.slice(text.indexOf('['))) as { results: Row[] }[]
  if (answers.length !== queries.length)
    throw new Error(`There are ${answers.length} answers to ${queries.length} queries.`)
  return answers.map(({ results }) => results)
}
