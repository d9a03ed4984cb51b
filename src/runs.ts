import { app } from './app'
import { type Db, trip } from './db/client'
import { openAll, openAt, openHome } from './db/databases'
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
import type { WatchedRun } from './domain/watch/watches'
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
import { type Jobs, runJobs } from './http/jobs'
import { moveQueued } from './http/moves'
import { queueRuns, type RunAt } from './http/run-queue'
import { timeBudget } from './http/time-budget'
import { watchDatabases } from './http/watch-databases'
import { runCanary } from './mail/canary'
import { hourlyMails, resumeStuckMails, sendDueMails, tellReplaced } from './mail/hourly'
import { runWatched } from './mail/watched-run'
import { queueVoidNotices } from './portal/mandate/queue-notices'
import { sendWebhooks } from './webhooks/run-webhooks'

type Run = {
  name: WatchedRun | 'often'
  /** What is done once for the deployment. */
  once: (env: Bindings, now: Date) => Jobs
  /** What is done in each database. */
  inEach: (env: Bindings, db: Db, now: Date) => Jobs
}

/** What runs by each cron of wrangler.toml. */
const RUNS: Record<string, Run> = {
  '17 * * * *': { name: 'hourly', once: hourlyOnce, inEach: hourlyJobs },
  '37 3 * * *': { name: 'nightly', once: nightlyOnce, inEach: nightlyJobs },
  '*/10 * * * *': { name: 'often', once: oftenOnce, inEach: oftenJobs },
}

/**
 * Runs a cron: the jobs that are done once, and those of the first database. The other databases get a message each. Throws
 * `JobsFailed` after all jobs have ended, if one of them failed.
 */
export function runCron(env: Bindings, cron: string, now: Date): Promise<void> {
  const { once } = runOf(cron)
  return runInDatabase(
    env,
    { cron, place: HOME, now },
    { queueRuns: () => queueRuns(env, { cron, now }), ...once(env, now) },
  )
}

/** Runs the jobs of a cron in one database, with those of `once` beside them. Throws as {@link runCron} does. */
export function runInDatabase(env: Bindings, { cron, place, now }: RunAt, once: Jobs = {}): Promise<void> {
  const { name, inEach } = runOf(cron)
  const jobs = { ...once, ...inEach(env, openAt(env, place), now) }
  return name === 'often'
    ? runJobs({ run: name, place }, jobs)
    : runWatched({ env, run: name, place, now }, jobs)
}

function runOf(cron: string): Run {
  const run = RUNS[cron]
  if (!run) throw new Error(`The service has no run for the cron ${cron}.`)
  return run
}

function hourlyOnce(env: Bindings, now: Date): Jobs {
  return {
    watchDatabases: () => watchDatabases(env, now),
    watchBackUps: () => watchBackUps(env, now),
    runCanary: () => runCanary(env, (path, init) => app.request(path, init, env), now),
  }
}

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

function nightlyOnce(env: Bindings, now: Date): Jobs {
  const home = openHome(env)
  return {
    sweepDeadMessages: () => trip(home, { swept: sweepDeadMessages(now) }),
    sweepSlugs: () => trip(home, { swept: sweepSlugs(now) }),
    sweepSentDays: () => trip(home, { swept: sweepSentDays() }),
  }
}

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

function oftenOnce(env: Bindings): Jobs {
  const all = openAll(env)
  return all.length > 1 ? { openStranded: () => openStranded(all) } : {}
}

function oftenJobs(env: Bindings, db: Db, now: Date): Jobs {
  return {
    queueMoves: async () =>
      queueJobs(env, 'move_workspace', { workspaceIds: await listDueMoves(db, now), now }),
    // A request queues its own webhooks. This finds those whose message was lost, and those of what no request did.
    queueWebhooks: async () =>
      queueJobs(env, 'send_webhooks', { workspaceIds: await listWorkspacesBehind(db, now), now }),
  }
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
