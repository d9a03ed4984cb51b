import { type Sql, sql } from '../../../db/sql'
import { type Counter, hourOf, increment, isOver, withinLimitSql } from '../../access/hourly-limits'
import { sha256 } from '../../shared/hash'

/**
 * How many applications are taken: of one caller in an hour and in a day (UTC), for one address in a day. From `busy` in a
 * day on, a workspace takes only `networkWhenBusy` an hour from one network (an IPv4 /24 or IPv6 /48), so that a flood
 * slows the form down instead of closing it. `confirmed` is how many become applicants of a workspace in a day.
 */
export const JOIN_LIMITS = {
  caller: 30,
  callerDay: 60,
  addressDay: 5,
  busy: 200,
  networkWhenBusy: 3,
  confirmed: 200,
}

/** Why an application is not taken now. */
export type JoinRefusal = 'tooManyFromCaller' | 'tooManyForAddress' | 'busy'

type Subjects = { caller: string; email: string; workspaceId: string }

/** Counts an application. `statements` go into a trip in their order, `takenSql` is the condition that all limits hold. */
export function countJoinRequest(now: Date, { caller, email, workspaceId }: Subjects) {
  const [hour, day] = [hourOf(now), dayOf(now)]
  const network = caller.split(/[.:]/, 3).join('.')
  const named = (subject: string) => sha256(`join ${subject}`)
  const byCaller = { hour, subject: named(`caller ${caller}`), max: JOIN_LIMITS.caller }
  const byCallerDay = { hour: day, subject: named(`caller a day ${caller}`), max: JOIN_LIMITS.callerDay }
  const byAddress = {
    hour: day,
    subject: named(`address ${email.toLowerCase()}`),
    max: JOIN_LIMITS.addressDay,
  }
  const byWorkspace = { hour: day, subject: named(`workspace ${workspaceId}`), max: JOIN_LIMITS.busy }
  const byNetwork = {
    hour,
    subject: named(`network ${network} ${workspaceId}`),
    max: JOIN_LIMITS.networkWhenBusy,
  }
  const calmSql = withinLimitSql(byWorkspace)
  const within = (counters: Counter[]) => sql.join(counters.map(withinLimitSql), ' AND ')
  const countedSql = within([byCaller, byCallerDay, byAddress])
  return {
    statements: {
      // An application over one limit does not count for the next, so that no caller uses up those of others.
      callerCounts: increment(byCaller, sql`TRUE`),
      callerDayCounts: increment(byCallerDay, within([byCaller])),
      addressCounts: increment(byAddress, within([byCaller, byCallerDay])),
      workspaceCounts: increment(byWorkspace, countedSql),
      networkCounts: increment(byNetwork, sql`${countedSql} AND NOT ${calmSql}`),
    },
    takenSql: sql`(${countedSql} AND (${calmSql} OR ${withinLimitSql(byNetwork)}))`,
    refusal: (rows: Rows): JoinRefusal | undefined => {
      if (isOver(rows.callerCounts, byCaller) || isOver(rows.callerDayCounts, byCallerDay))
        return 'tooManyFromCaller'
      if (isOver(rows.addressCounts, byAddress)) return 'tooManyForAddress'
      const isBusy = isOver(rows.workspaceCounts, byWorkspace)
      return isBusy && isOver(rows.networkCounts, byNetwork) ? 'busy' : undefined
    },
  }
}

type Rows = Record<
  'callerCounts' | 'callerDayCounts' | 'addressCounts' | 'workspaceCounts' | 'networkCounts',
  { count: number }[]
>

/** The counter of the applications that a workspace got in a day, whose id is an SQL expression. */
const byConfirmed = (now: Date, workspaceId: Sql): Counter => ({
  hour: dayOf(now),
  subject: sql`'joined ' || ${workspaceId}`,
  max: JOIN_LIMITS.confirmed,
})

/** Counts an application that was confirmed; nothing if the id is NULL. */
export const countConfirmed = (now: Date, workspaceId: Sql): Sql =>
  increment(byConfirmed(now, workspaceId), sql`${workspaceId} IS NOT NULL`)

/** Whether a workspace has got all applications of a day, as SQL. */
export const selectIsFull = (now: Date, workspaceId: Sql): Sql => {
  const { hour, subject, max } = byConfirmed(now, workspaceId)
  return sql`EXISTS (SELECT 1 FROM link_requests WHERE hour = ${hour} AND subject = ${subject} AND count >= ${max})`
}

/** The last hour of a day, so that its counts are swept after it. */
const dayOf = (now: Date): string => `${hourOf(now).slice(0, 10)}T23`
