import { openAll } from '../db/databases'
import type { Place } from '../db/places'
import { readSizes } from '../domain/workspaces/databases'
import { goOn } from '../domain/workspaces/move/go-on'
import type { Move } from '../domain/workspaces/move/move'
import type { Bindings } from '../env'
import { type Job, queueJobs } from './job-queue'
import { databasesWithLimits } from './place-workspace'
import { timeBudget } from './time-budget'

/** After how many seconds a move that waits for something is looked at again. */
const PAUSE_SECONDS = 5

/** Goes on with a move as far as one invocation gets, and queues the rest. Returns undefined if the workspace has no move any more. */
export async function goOnQueueing(
  env: Bindings,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<Move | undefined> {
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

const step = (env: Bindings, workspaceId: string, now: Date): ReturnType<typeof goOn> =>
  goOn(workspaceId, {
    places: openAll(env),
    isTimeUp: timeBudget(),
    bucket: env.BACKUPS,
    version: env.VERSION?.id ?? null,
    now,
  })

/** Why a database takes no workspace; null if it does. A trip to each. */
export async function whyClosed(env: Bindings, place: Place): Promise<string | null> {
  const { sizes } = await readSizes(databasesWithLimits(env))
  const size = sizes.find(({ database }) => database === place)
  if (!size) return `The deployment has no database ${place}.`
  if (size.status === 'unreachable') return `Database ${place} does not answer.`
  if (size.status === 'not_migrated') return `Database ${place} lacks migrations: run npm run release.`
  return size.is_open ? null : `Database ${place} is closed for more workspaces: \`DATABASE_LIMITS_GB\`.`
}
