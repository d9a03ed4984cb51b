import { type Sql, sql } from '../../../db/sql'
import { type Counter, hourOf, increment, isOver, withinLimitSql } from '../../access/hourly-limits'
import { sha256 } from '../../shared/hash'

/**
 * How many applications are taken: of one caller in an hour, and from `callerDay` in a day (UTC) on only `callerWhenBusy` an hour;
 * for one address in a day. From `busy` in a day on, a workspace takes only `networkWhenBusy` an hour from one network (an IPv4
 * /24 or IPv6 /48). From `confirmed` persons in a day on, only `confirmedWhenBusy` an hour become applicants of a workspace. So
 * a flood slows the form down, and closes it for nobody.
 */
export const JOIN_LIMITS = {
  caller: 30,
  callerDay: 60,
  callerWhenBusy: 6,
  addressDay: 5,
  busy: 200,
  networkWhenBusy: 3,
  confirmed: 200,
  confirmedWhenBusy: 25,
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
  const byCallerWhenBusy = {
    hour,
    subject: named(`caller when busy ${caller}`),
    max: JOIN_LIMITS.callerWhenBusy,
  }
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
  const callerSql = sql`(${within([byCaller])} AND (${within([byCallerDay])} OR ${within([byCallerWhenBusy])}))`
  const countedSql = sql`(${callerSql} AND ${within([byAddress])})`
  return {
    statements: {
      // An application over one limit does not count for the next, so that no caller uses up those of others.
      callerCounts: increment(byCaller, sql`TRUE`),
      callerDayCounts: increment(byCallerDay, within([byCaller])),
      callerSlowCounts: increment(
        byCallerWhenBusy,
        sql`${within([byCaller])} AND NOT ${within([byCallerDay])}`,
      ),
      addressCounts: increment(byAddress, callerSql),
      workspaceCounts: increment(byWorkspace, countedSql),
      networkCounts: increment(byNetwork, sql`${countedSql} AND NOT ${calmSql}`),
    },
    takenSql: sql`(${countedSql} AND (${calmSql} OR ${withinLimitSql(byNetwork)}))`,
    refusal: (rows: Rows): JoinRefusal | undefined => {
      if (isOver(rows.callerCounts, byCaller)) return 'tooManyFromCaller'
      if (isOver(rows.callerDayCounts, byCallerDay) && isOver(rows.callerSlowCounts, byCallerWhenBusy))
        return 'tooManyFromCaller'
      if (isOver(rows.addressCounts, byAddress)) return 'tooManyForAddress'
      const isBusy = isOver(rows.workspaceCounts, byWorkspace)
      return isBusy && isOver(rows.networkCounts, byNetwork) ? 'busy' : undefined
    },
  }
}

type Rows = Record<
  | 'callerCounts'
  | 'callerDayCounts'
  | 'callerSlowCounts'
  | 'addressCounts'
  | 'workspaceCounts'
  | 'networkCounts',
  { count: number }[]
>

/** The counters of the persons that became applicants of a workspace, whose id is an SQL expression: in a day, and in a busy hour. */
const byConfirmed = (now: Date, workspaceId: Sql): { day: Counter; busyHour: Counter } => ({
  day: { hour: dayOf(now), subject: sql`'joined ' || ${workspaceId}`, max: JOIN_LIMITS.confirmed },
  busyHour: {
    hour: hourOf(now),
    subject: sql`'joined when busy ' || ${workspaceId}`,
    max: JOIN_LIMITS.confirmedWhenBusy,
  },
})

/** Counts the persons of an application that was confirmed; nothing if the id is NULL. */
export function countConfirmed(now: Date, workspaceId: Sql, persons: number): Sql[] {
  const { day, busyHour } = byConfirmed(now, workspaceId)
  const givenSql = sql`${workspaceId} IS NOT NULL`
  return [
    increment(busyHour, sql`${givenSql} AND ${reachedSql(day)}`, persons),
    increment(day, givenSql, persons),
  ]
}

/** Whether a workspace takes no more applications in this hour, as SQL. */
export const selectIsFull = (now: Date, workspaceId: Sql): Sql => {
  const { day, busyHour } = byConfirmed(now, workspaceId)
  return sql`(${reachedSql(day)} AND ${reachedSql(busyHour)})`
}

const reachedSql = ({ hour, subject, max }: Counter): Sql =>
  sql`EXISTS (SELECT 1 FROM link_requests WHERE hour = ${hour} AND subject = ${subject} AND count >= ${max})`

/** The last hour of a day, so that its counts are swept after it. */
const dayOf = (now: Date): string => `${hourOf(now).slice(0, 10)}T23`
