import { app } from './app'
import { type Db, trip } from './db/client'
import { openAll, openHome } from './db/databases'
import { HOME } from './db/places'
import { serviceActor } from './domain/access/actor'
import { deleteOldResults } from './domain/access/idempotency'
import { repairPartyKeys } from './domain/bank/lines/repair-party-keys'
import { listUnsealedWorkspaces, sealEvents } from './domain/events/seal'
import { deleteOldEvents } from './domain/events/sweep'
import { sweepImports } from './domain/imports/sweep'
import { sweepMessages } from './domain/mails/messages'
import { sweepSentDays } from './domain/mails/sent-days'
import { listWorkspacesToSweep, sweepRecipients } from './domain/mails/sweep'
import { sweepMandates } from './domain/mandates/sweep'
import { endGuardianshipsOfAge } from './domain/persons/guardians/end'
import { sweepGuards } from './domain/persons/guards'
import { deleteOldTombstones } from './domain/persons/list-deleted'
import { repairNameKeys } from './domain/persons/repair-name-keys'
import { repairTexts } from './domain/persons/repair-texts'
import { sweepEmailChanges } from './domain/portal/email-changes'
import { deleteOldJoinRequests } from './domain/portal/join/request'
import { sweepReversals } from './domain/portal/mandate/reversals'
import { listWorkspacesToVoid, type VoidNotice, voidMandates } from './domain/portal/mandate/void'
import { sweepResignations } from './domain/portal/resign/sweep'
import { newId } from './domain/shared/ids'
import { alignPlaces } from './domain/staff/places'
import { sweepStaff } from './domain/staff/sweep'
import { sweepDeadMessages } from './domain/watch/dead-messages'
import { sweepAttempts } from './domain/webhooks/attempts'
import { listWorkspacesBehind } from './domain/webhooks/send'
import { countWorkspaces } from './domain/workspaces/daily-counts'
import { eraseByTheClock } from './domain/workspaces/leaving/erase'
import { listDueMoves } from './domain/workspaces/move/move'
import { openStranded } from './domain/workspaces/move/stranded'
import { alignSlugs, sweepSlugs } from './domain/workspaces/slugs'
import { listSandboxes, wipeSandbox } from './domain/workspaces/wipe'
import type { Bindings, JobName } from './env'
import { backUpErasures, backUpQueued, backUpsDeletion, queueBackUps, watchBackUps } from './http/back-ups'
import { type Job, queueJobs } from './http/job-queue'
import { runJobs } from './http/jobs'
import { moveQueued } from './http/moves'
import { timeBudget } from './http/time-budget'
import { watchDatabases } from './http/watch-databases'
import { runCanary } from './mail/canary'
import { hourlyMails, resumeStuckMails, sendDueMails, tellReplaced } from './mail/hourly'
import { runWatched } from './mail/watched-run'
import { queueVoidNotices } from './portal/mandate/queue-notices'
import { sendWebhooks } from './webhooks/run-webhooks'

/** What runs by each cron of wrangler.toml. */
export const RUNS: Record<string, (env: Bindings, now: Date) => Promise<void>> = {
  '17 * * * *': runHourly,
  '37 3 * * *': runNightly,
  '*/10 * * * *': runOften,
}

function runHourly(env: Bindings, now: Date): Promise<void> {
  return runWatched(
    { env, run: 'hourly', now },
    {
      watchDatabases: () => watchDatabases(env, now),
      watchBackUps: () => watchBackUps(env, now),
      runCanary: () => runCanary(env, (path, init) => app.request(path, init, env), now),
      ...inEach(env, (db) => hourlyJobs(env, db, now)),
    },
  )
}

/** What the hourly run does in one database. */
function hourlyJobs(env: Bindings, db: Db, now: Date): Jobs {
  return {
    ...hourlyMails(env, db, now),
    backUpErasures: () => backUpErasures(env, db, now),
    queueVoiding: async () =>
      queueJobs(env, 'void_mandates', { workspaceIds: await listWorkspacesToVoid(db, now), now }),
    sweepEmailChanges: () => trip(db, { swept: sweepEmailChanges(now) }),
    eraseByTheClock: () =>
      eraseByTheClock(
        db,
        { requestId: newId('bat', now), now },
        { isTimeUp: timeBudget(), deleteBackups: backUpsDeletion(env) },
      ),
  }
}

function runNightly(env: Bindings, now: Date): Promise<void> {
  const home = openHome(env)
  return runWatched(
    { env, run: 'nightly', now },
    {
      sweepDeadMessages: () => trip(home, { swept: sweepDeadMessages(now) }),
      sweepSlugs: () => trip(home, { swept: sweepSlugs(now) }),
      sweepSentDays: () => trip(home, { swept: sweepSentDays() }),
      ...inEach(env, (db) => nightlyJobs(env, db, now)),
    },
  )
}

/** What the nightly run does in one database. */
function nightlyJobs(env: Bindings, db: Db, now: Date): Jobs {
  return {
    deleteOldResults: () => deleteOldResults(db),
    deleteOldTombstones: () => deleteOldTombstones(db),
    countWorkspaces: () => countWorkspaces(db),
    sweepStaff: () => sweepStaffOf(db, now),
    alignSlugs: () => alignSlugs(db, now),
    sweepGuards: () => trip(db, { swept: sweepGuards(now) }),
    sweepImports: () => trip(db, { swept: sweepImports(now) }),
    sweepMandates: () => trip(db, { swept: sweepMandates(now) }),
    sweepReversals: () => trip(db, { swept: sweepReversals(now) }),
    sweepResignations: () => trip(db, { swept: sweepResignations(now) }),
    deleteOldJoinRequests: () => deleteOldJoinRequests(db),
    endGuardianshipsOfAge: () => endGuardianshipsOfAge(db),
    repairTexts: () => repairTexts(db),
    repairNameKeys: () => repairNameKeys(db),
    repairPartyKeys: () => repairPartyKeys(db),
    sweepMessages: () => sweepMessages(db),
    sweepWebhooks: () => trip(db, { swept: sweepAttempts(now) }),
    queueSweeps: async () =>
      queueJobs(env, 'sweep_recipients', { workspaceIds: await listWorkspacesToSweep(db), now }),
    queueSeals: async () =>
      queueJobs(env, 'seal_events', { workspaceIds: await listUnsealedWorkspaces(db), now }),
    deleteOldEvents: () => deleteOldEvents(db),
    queueBackUps: () => queueBackUps(env, db, now),
    queueWipes: async () => queueJobs(env, 'wipe_sandbox', { workspaceIds: await listSandboxes(db), now }),
  }
}

/** Accounts are swept in the first database, once it knows who works in the others. */
async function sweepStaffOf(db: Db, now: Date): Promise<void> {
  if (db.place === HOME) for (const place of db.places) await alignPlaces(db.at(place), now)
  await sweepStaff(db)
}

type Jobs = Record<string, () => Promise<unknown>>

/** The jobs of each database, those of the second one on with its letter, so that one that fails hides none of another. */
const inEach = (env: Bindings, jobsOf: (db: Db) => Jobs): Jobs =>
  Object.assign(
    {},
    ...openAll(env).map((db) =>
      Object.fromEntries(
        Object.entries(jobsOf(db)).map(([job, run]) => [db.place === HOME ? job : `${job} ${db.place}`, run]),
      ),
    ),
  )

/** What requests have told the endpoints of webhooks already, unless a message was lost or nobody asked for the act. */
function runOften(env: Bindings, now: Date): Promise<void> {
  const places = openAll(env)
  return runJobs('often', {
    ...(places.length > 1 && { openStranded: () => openStranded(places) }),
    ...inEach(env, (db) => ({
      queueMoves: async () =>
        queueJobs(env, 'move_workspace', { workspaceIds: await listDueMoves(db, now), now }),
      queueWebhooks: async () =>
        queueJobs(env, 'send_webhooks', { workspaceIds: await listWorkspacesBehind(db, now), now }),
    })),
  })
}

/** What each job does for its workspace. The crons queue them by {@link queueJobs}. */
export const JOBS: Record<JobName, Job> = {
  send_due_mails: sendDueMails,
  resume_mails: resumeStuckMails,
  tell_old_addresses: tellReplaced,
  void_mandates: async (env, { db, ...asked }) => {
    const tell = (notices: VoidNotice[]) => queueVoidNotices(env, notices)
    return (await voidMandates(db, { ...asked, tell })).isAll ? 'done' : 'more'
  },
  sweep_recipients: async (_env, { db, workspaceId }) =>
    (await sweepRecipients(db, workspaceId)).isAll ? 'done' : 'more',
  back_up: backUpQueued,
  wipe_sandbox: async (_env, { db, workspaceId, now }) => {
    const actor = serviceActor({ requestId: crypto.randomUUID(), now })
    return (await wipeSandbox(db, { workspaceId, actor })).isDone ? 'done' : 'more'
  },
  send_webhooks: sendWebhooks,
  move_workspace: moveQueued,
  seal_events: async (_env, { db, workspaceId }) =>
    (await sealEvents(db, workspaceId)).isAll ? 'done' : 'more',
}
