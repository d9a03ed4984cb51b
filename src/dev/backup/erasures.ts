import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppliedErasures, Erasures } from '../../domain/workspaces/erasures/erasures.ts'
import type { Operator } from './operator.ts'

const FILE = 'erasures.json'

/** How many persons go with one request. */
const PART = 4000

type Erased = Pick<Erasures, 'persons' | 'workspaces'>

/** Writes what was erased since an instant beside the files of a backup. Returns how much that is. */
export async function pullErasures(operator: Operator, since: string, folder: string): Promise<number> {
  const erased = await readErasures(operator, since)
  writeFileSync(join(folder, FILE), `${JSON.stringify(erased)}\n`)
  return erased.persons.length + erased.workspaces.length
}

/**
 * Applies what was erased since the files of a backup were made: what the folder says, and what the deployment finds in its
 * bucket. Returns what became of it; null if nothing was erased.
 */
export async function applyErasures(
  operator: Operator,
  since: string,
  folder: string,
): Promise<AppliedErasures | null> {
  const lists = [await readErasures(operator, since)]
  const file = join(folder, FILE)
  if (existsSync(file)) lists.push(JSON.parse(readFileSync(file, 'utf8')) as Erased)
  const persons = lists.flatMap((list) => list.persons)
  const workspaces = lists.flatMap((list) => list.workspaces)
  if (persons.length + workspaces.length === 0) return null
  const sum = { applied: 0, unknown: 0, left: 0, suspended_workspace_ids: [] as string[] }
  for (let from = 0; from === 0 || from < persons.length; from += PART) {
    const part = { persons: persons.slice(from, from + PART), workspaces: from === 0 ? workspaces : [] }
    const done = await apply(operator, since, part)
    sum.applied += done.applied
    sum.suspended_workspace_ids.push(...done.suspended_workspace_ids)
  }
  return { ...sum, unknown: persons.length - sum.applied }
}

/** Sends a part until none of its persons is left. */
async function apply(operator: Operator, until: string, part: Erased): Promise<AppliedErasures> {
  let applied = 0
  for (;;) {
    const done = await operator.data<AppliedErasures>('/operator/erasures', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ data: { until, is_complete: true, ...part } }),
    })
    applied += done.applied
    if (done.left === 0) return { ...done, applied }
  }
}

async function readErasures(operator: Operator, since: string): Promise<Erased> {
  const erased: Erased = { persons: [], workspaces: [] }
  for (let from = since; ; ) {
    const page = await operator.data<Erasures>(`/operator/erasures?since=${encodeURIComponent(from)}`)
    erased.persons.push(...page.persons)
    erased.workspaces.push(...page.workspaces)
    if (page.is_complete) return erased
    from = page.until
  }
}
