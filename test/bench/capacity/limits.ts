import type { Inputs, Month, Size } from './compute.ts'
import { DAYS, MONTHS } from './inputs.ts'
import { type ActCost, costOf, growthOf, type Measured } from './measured.ts'

export type Limit = {
  name: string
  /** The share of the limit that is used: 1 is all of it. */
  used: number
  of: string
  /** How many of the unit would do. */
  needs: number
  unit: string
}

type Asked = Size & { databases: number; month: Month; gb: number }

/** How much of each limit is used, the fullest first: that is what breaks first. */
export function limitsOf(asked: Asked, inputs: Inputs, measured: Measured): Limit[] {
  return [
    ...spaceLimits(asked, inputs),
    ...timeLimits(asked, inputs, measured),
    ...mailLimits(asked, inputs),
    ...invocationLimits(asked, inputs, measured),
  ].toSorted((one, other) => other.used - one.used)
}

const limit = (name: string, used: number, max: number, [of, unit]: [of: string, unit: string]): Limit => ({
  name,
  used: used / max,
  of: `${max.toLocaleString('en')} ${of}`.trim(),
  needs: Math.ceil(used / max),
  unit,
})

function spaceLimits({ databases, gb }: Asked, { limits }: Inputs): Limit[] {
  return [
    limit('databases of a deployment', databases, limits.databases, ['letters', 'deployments']),
    limit('space of the account', gb, limits.accountGb, ['GB', 'accounts']),
  ]
}

/** What the runs of a database and the jobs of all take, and what holds one database. */
function timeLimits(asked: Asked, { settings, limits, year }: Inputs, measured: Measured): Limit[] {
  const { clubs, databases, month, largest } = asked
  const [backups, nights, mornings] = [
    costOf(measured, 'backups'),
    costOf(measured, 'nights'),
    costOf(measured, 'mornings'),
  ]
  const growth = growthOf(asked, measured)
  const inDatabase = clubs / databases
  const runSeconds = ({ runMs = 0 }: ActCost, empty: number, grown: number) =>
    (empty + Math.max(0, runMs - empty / measured.clubs) * grown * inDatabase) / 1000
  const jobSeconds = ({ jobMs = 0, jobTrips = 0 }: ActCost, grown: number) =>
    ((jobMs * grown + jobTrips * settings.tripMs) * clubs) / 1000
  const busiest = (month.databaseMs * peakHour(settings)) / databases / 1000
  const backedUp = (year.club.backups ?? 0) / DAYS
  const nightJobs = jobSeconds(backups, growth) * backedUp + jobSeconds(nights, growth) * (1 - backedUp)
  const widest = Math.max(backups.widest?.ms ?? 0, nights.widest?.ms ?? 0)
  const claim = (costOf(measured, 'fees').databaseMs * largest) / 1000
  const { nights: emptyNight, hours: emptyHour } = measured.emptyRuns
  const more = 'times the databases'
  return [
    limit('a database in the busiest hour', busiest, 3_600, ['s of one thread', more]),
    limit('widest statement of the night', (widest * growth * inDatabase) / 1000, limits.statementSeconds, [
      's',
      more,
    ]),
    limit('nightly run of a database', runSeconds(backups, emptyNight, growth), limits.cronSeconds, [
      's',
      more,
    ]),
    limit('hourly run of a database', runSeconds(mornings, emptyHour, 1), limits.cronSeconds, ['s', more]),
    limit('jobs of the night', nightJobs / limits.jobs, limits.nightSeconds, [
      `s, ${limits.jobs} at a time`,
      'deployments',
    ]),
    limit('jobs of the hour with mails due', jobSeconds(mornings, 1) / limits.jobs, 3_600, [
      `s, ${limits.jobs} at a time`,
      'deployments',
    ]),
    limit('the largest claims its fees', claim, limits.statementSeconds, ['s', 'requests']),
  ]
}

const peakHour = ({ peakDay, peakHour: share }: Inputs['settings']): number =>
  (peakDay * share * MONTHS) / DAYS

function mailLimits({ month, largest }: Asked, { settings, limits }: Inputs): Limit[] {
  const aDay = (month.mails * MONTHS) / DAYS
  const quota: [string, string] = ['a day of the account', 'times the quota']
  return [
    limit('mails on an average day', aDay, settings.mailsADay, quota),
    limit('mails on the busiest day', aDay * settings.peakDay, settings.mailsADay, quota),
    limit('a mailing of the largest', largest, limits.mailsAClub, ['a day', 'days']),
  ]
}

/** What one invocation, and one sending to a queue, may do. */
function invocationLimits(asked: Asked, { settings, limits }: Inputs, measured: Measured): Limit[] {
  const { clubs, largest, month } = asked
  const backups = costOf(measured, 'backups')
  const most = (what: keyof ActCost['most']) =>
    Math.max(...Object.values(measured.acts).map((cost) => cost.most[what]))
  const size = Math.max(1, largest / measured.members) * growthOf(asked, measured)
  return [
    limit('messages that a night queues', ((backups.jobs ?? 0) * clubs) / limits.batch, limits.subrequests, [
      `batches of ${limits.batch}`,
      'deployments',
    ]),
    limit(
      'messages in the busiest hour',
      (month.messages * peakHour(settings)) / 3_600,
      limits.messagesASecond,
      ['a second', 'queues'],
    ),
    limit('KV operations of an invocation', most('kv'), limits.kvAnInvocation, ['', 'invocations']),
    limit('trips of an invocation', most('trips'), limits.queriesAnInvocation, ['', 'invocations']),
    limit(
      'statements of an invocation, if D1 counts those of a batch',
      most('statements'),
      limits.queriesAnInvocation,
      ['', 'invocations'],
    ),
    limit('CPU of the backup of the largest', (backups.cpuMs * size) / 1000, limits.cpuSeconds, [
      's',
      'invocations',
    ]),
  ]
}
