import { parseArgs } from 'node:util'
import { INVARIANTS } from '../domain/book/invariants.ts'
import { step } from './local-state.ts'
import { wrangler } from './wrangler.ts'

const USAGE = 'Usage: npm run books:verify -- [--remote] [--persist-to .wrangler/state]'

type Finding = { workspace_id: string; id: string | number }

/** How many findings of an invariant are printed. */
const MAX_FINDINGS = 20

const { values } = parseArgs({
  options: { remote: { type: 'boolean' }, 'persist-to': { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help) console.log(USAGE)
else process.exitCode = (await verifyBooks()) ? 0 : 1

/** Runs every invariant over the database; tells whether all hold. */
async function verifyBooks(): Promise<boolean> {
  step(`Verify the books in the ${values.remote ? 'deployed' : 'local'} database`)
  let broken = 0
  for (const [rule, sql] of Object.entries(INVARIANTS)) {
    const found = await find(sql)
    console.log(`${found.length === 0 ? '✓' : '✗'} ${rule}`)
    for (const { workspace_id, id } of found.slice(0, MAX_FINDINGS)) console.log(`    ${workspace_id} ${id}`)
    if (found.length > MAX_FINDINGS) console.log(`    and ${found.length - MAX_FINDINGS} more`)
    if (found.length > 0) broken += 1
  }
  console.log(broken === 0 ? 'All hold.' : `${broken} do not hold.`)
  return broken === 0
}

async function find(sql: string): Promise<Finding[]> {
  const place = values.remote ? ['--remote'] : ['--local']
  const folder = values['persist-to'] ? ['--persist-to', values['persist-to']] : []
  const run = wrangler(
    new AbortController().signal,
    ...['d1', 'execute', 'DB', '--json', '--command', sql.replaceAll(/\s+/g, ' ').trim()],
    ...place,
    ...folder,
  )
  await run.succeeded()
  const text = run.printed()
  const [result] = JSON.parse(text.slice(text.indexOf('['))) as { results: Finding[] }[]
  return result?.results ?? []
}
