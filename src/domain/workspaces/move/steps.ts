import type { MoveRow } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { backUp, listFiles } from '../copy/back-up'
import { readTables } from '../copy/tables'
import { arrive, clearTarget, openTarget } from './arrive'
import { begin } from './begin'
import { compareRows, copyRows } from './copy-rows'
import { drain } from './drain'
import type { Hold } from './hold'
import { deleteSource, leave } from './leave'
import { type Ended, type Means, MoveFailed, type Step } from './step'
import { earlyTables } from './tables'
import { verify } from './verify'

/** The steps of a move in their order, and the one of a move that is cancelled. Each of them names the next one itself. */
const STEPS: Readonly<Partial<Record<MoveRow['step'], Step>>> = {
  scheduled: { isLocked: false, isCancellable: true, run: begin },
  draining: { isLocked: true, isCancellable: true, run: drain },
  storing: { isLocked: true, isCancellable: true, run: store },
  clearing: { isLocked: true, isCancellable: true, run: clear },
  copying: { isLocked: true, isCancellable: true, run: copy },
  comparing: { isLocked: true, isCancellable: true, run: compare },
  arriving: { isLocked: true, isCancellable: true, run: arrive },
  verifying: { isLocked: true, isCancellable: true, run: verify },
  leaving: { isLocked: true, isCancellable: true, run: leave },
  opening: { isLocked: false, isCancellable: false, run: openTarget },
  deleting: { isLocked: false, isCancellable: false, run: deleteSource },
  cancelling: { isLocked: false, isCancellable: false, run: clearCancelled },
}

/** What is done in a step; undefined if nothing is left to do. */
export const stepOf = ({ step }: Pick<MoveRow, 'step'>): Step | undefined => STEPS[step]

async function store(hold: Hold, { bucket, version, now }: Means): Promise<Ended> {
  let file: string | null = null
  if (bucket) {
    const stored = await backUp(hold.source, bucket, { workspaceId: hold.id, version, now })
    file = stored.status === 'stored' ? stored.key : ((await listFiles(bucket, hold.id)).at(-1)?.key ?? null)
  }
  await hold.next('clearing', { set: sql`, file = ${file}` })
  return 'next'
}

async function clear(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  const cleared = await clearTarget(hold, isTimeUp)
  if (cleared === 'more') return 'more'
  if (cleared === 'in use')
    throw new MoveFailed(
      'The workspace is in use at both places: "Workspaces that have moved since" in OPERATING says how to delete one.',
    )
  await hold.next('copying')
  return 'next'
}

async function copy(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  const { tables } = await readTables(hold.source)
  if (!(await copyRows(hold, earlyTables(tables), isTimeUp))) return 'more'
  await hold.next('comparing')
  return 'next'
}

async function compare(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  const { tables } = await readTables(hold.source)
  if (!(await compareRows(hold, earlyTables(tables), isTimeUp))) return 'more'
  await hold.next('arriving')
  return 'next'
}

async function clearCancelled(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  // What is in use there is none of the copy.
  if ((await clearTarget(hold, isTimeUp)) === 'more') return 'more'
  await hold.end()
  return 'nothing'
}
