import { open } from '../db/client'
import { goOn, type Left } from '../domain/workspaces/move/go-on'
import { listDueMoves, type Move, type PlacedDb } from '../domain/workspaces/move/move'
import type { Bindings } from '../env'
import { type Job, queueJobs } from './job-queue'
import { timeBudget } from './time-budget'

const LETTERS = [...'bcdefghijklmnopqrstuvwxyz']

/** The databases of the deployment, each with its letter. */
export const placesOf = (env: Bindings): PlacedDb[] => [
  { place: 'a', db: open(env.DB) },
  ...LETTERS.flatMap((place) => {
    const d1 = (env as unknown as Record<string, D1Database | undefined>)[`DB_${place.toUpperCase()}`]
    return d1 ? [{ place, db: open(d1) }] : []
  }),
]

/** After how many seconds a move that waits for something is looked at again. */
const PAUSE_SECONDS = 5

/** Goes on with a move as far as one invocation gets, and queues the rest. */
export async function goOnQueueing(
  env: Bindings,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<Move> {
  const { move, left } = await step(env, workspaceId, now)
  if (left !== 'nothing')
    await queueJobs(env, 'move_workspace', {
      workspaceIds: [workspaceId],
      now,
      ...(left === 'later' && { delaySeconds: PAUSE_SECONDS }),
    })
  return move
}

/** Goes on with the move of a workspace, an invocation at a time. */
export const moveQueued: Job = async (env, { workspaceId, now }) => {
  const { left } = await step(env, workspaceId, now)
  if (left === 'nothing') return 'done'
  return left === 'more' ? 'more' : { again: new Date(Date.now() + PAUSE_SECONDS * 1000) }
}

const step = (env: Bindings, workspaceId: string, now: Date): Promise<{ move: Move; left: Left }> =>
  goOn(workspaceId, {
    places: placesOf(env),
    isTimeUp: timeBudget(),
    bucket: env.BACKUPS,
    version: env.VERSION?.id ?? null,
    now,
  })

/** Queues the moves that are due, and those that nobody goes on with. A database that fails hides no other. */
export async function queueMoves(env: Bindings, now: Date): Promise<void> {
  const due = await Promise.allSettled(placesOf(env).map(({ db }) => listDueMoves(db, now)))
  const workspaceIds = due.flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
  await queueJobs(env, 'move_workspace', { workspaceIds, now })
  const failed = due.find((found) => found.status === 'rejected')
  if (failed) throw failed.reason
}
