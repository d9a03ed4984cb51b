import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppliedErasures, Erasures, Lists } from '../../domain/workspaces/erasures/erasures.ts'
import { type Operator, pathAt } from './operator.ts'

const FILE = 'erasures.json'

/** How many persons go with one request. */
const PART = 4000

const NOTHING: Lists = {
  persons: [],
  workspaces: [],
  keys: [],
  staff: [],
  passkeys: [],
  mandates: [],
  news: [],
}

/**
 * Writes what was erased and what ended in a database since an instant beside the files of its backup, as the API has it. Returns
 * how much that is.
 */
export async function pullErasures(
  operator: Operator,
  since: string,
  folder: string,
  place = 'a',
): Promise<number> {
  const lists = await readErasures(operator, place, since)
  const data: Erasures = { until: new Date().toISOString(), is_complete: true, ...lists }
  writeFileSync(join(folder, FILE), `${JSON.stringify({ data })}\n`)
  return countOf(lists)
}

/**
 * Applies what was erased and what ended after the files of a backup were made: what the folder says, and what the deployment finds
 * in its bucket. `taken` says when the file of each workspace was made. Returns what became of it; null if there is nothing.
 */
export async function applyErasures(
  operator: Operator,
  taken: ReadonlyMap<string, string>,
  folder: string,
  place = 'a',
): Promise<AppliedErasures | null> {
  const [since = ''] = [...taken.values()].sort()
  const all = joined(await readErasures(operator, place, since), readFolder(folder))
  // A workspace or person whose file is younger may have come back since.
  const isSince = ({ workspace_id, erased_at }: { workspace_id: string; erased_at: string }) =>
    erased_at >= (taken.get(workspace_id) ?? since)
  const persons = unique(all.persons.filter(isSince), (one) => `${one.workspace_id} ${one.person_id}`)
  const workspaces = unique(all.workspaces.filter(isSince), (one) => one.workspace_id)
  const others = { ...all, workspaces }
  if (countOf({ ...others, persons }) === 0) return null
  const applyPart = (part: Lists) =>
    apply(operator, pathAt(place, '/operator/erasures'), { until: since, ...part })
  let sum = await applyPart({ ...others, persons: persons.slice(0, PART) })
  for (let from = PART; from < persons.length; from += PART)
    sum = added(sum, await applyPart({ ...NOTHING, persons: persons.slice(from, from + PART) }))
  return { ...sum, unknown: persons.length - sum.applied }
}

/** The entries with different keys: the folder and the deployment name the same ones. */
const unique = <One>(all: One[], keyOf: (one: One) => string): One[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
]

/** What the folder of a backup says: the list that was pulled with it, or that the operator has saved there. */
function readFolder(folder: string): Partial<Lists> {
  const file = join(folder, FILE)
  if (!existsSync(file)) return {}
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data?: Partial<Lists> }
  if (!Array.isArray(data?.persons) || !Array.isArray(data.workspaces))
    throw new Error(`${file} is no list of erasures.`)
  return data
}

/** Sends a part until nothing of it is left. */
async function apply(
  operator: Operator,
  path: string,
  part: Lists & { until: string },
): Promise<AppliedErasures> {
  let sum: AppliedErasures | undefined
  for (;;) {
    const done = await operator.data<AppliedErasures>(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ data: { is_complete: true, ...part } }),
    })
    sum = sum ? added(sum, done) : done
    if (done.left === 0) return sum
  }
}

async function readErasures(operator: Operator, place: string, since: string): Promise<Lists> {
  let all = NOTHING
  for (let from = since; ; ) {
    const { until, is_complete, ...page } = await operator.data<Erasures>(
      pathAt(place, `/operator/erasures?since=${encodeURIComponent(from)}`),
    )
    all = joined(all, page)
    if (is_complete) return all
    from = until
  }
}

const countOf = (lists: Lists): number => Object.values(lists).flat().length

/** Two lists in one. A folder that an older version wrote has erasures alone. */
const joined = (one: Lists, other: Partial<Lists>): Lists =>
  Object.fromEntries(
    Object.entries(one).map(([name, list]) => [name, [...list, ...(other[name as keyof Lists] ?? [])]]),
  ) as Lists

/** What two requests have done. */
const added = (one: AppliedErasures, other: AppliedErasures): AppliedErasures => ({
  ...other,
  applied: one.applied + other.applied,
  ended: Object.fromEntries(
    Object.entries(one.ended).map(([name, count]) => [
      name,
      count + other.ended[name as keyof typeof one.ended],
    ]),
  ) as AppliedErasures['ended'],
  suspended_workspace_ids: [...new Set([...one.suspended_workspace_ids, ...other.suspended_workspace_ids])],
  ownerless_workspace_ids: [...one.ownerless_workspace_ids, ...other.ownerless_workspace_ids],
})
