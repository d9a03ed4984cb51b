import { type Sql, sql } from '../../db/sql'
import { sha256 } from '../shared/hash'
import { hourOf, increment, isOver, withinLimitSql } from './hourly-limits'

/**
 * How many mails visitors can ask for in an hour: a caller in all, a caller for one address, all callers for one address,
 * and a browser that was signed in with the address before. The last one is counted apart, so that no stranger uses it up.
 */
export const MAILS_PER_HOUR = { caller: 30, callerAndAddress: 5, address: 20, knownBrowser: 5 }

/** A request for a mail to an address, and the names under which it is counted. */
type MailRequest = {
  now: Date
  /** Separates the counts of sign-in codes from those of links. */
  kind: string
  caller: string
  address: string
  /** The token of the browser; empty for none. */
  browser: string
  /** The condition that the browser was signed in before. */
  knownSql: Sql
  /** The condition under which the request is counted at all. */
  condition?: Sql
}

/** What became of a request: `too_many_for_address` means that the address has had its mails of this hour. */
export type MailRequestOutcome = 'taken' | 'too_many' | 'too_many_for_address'

type CountedRow = { count: number }

/**
 * Counts a request, each count up to the first request over its limit. `statements` go into a trip in their order,
 * `takenSql` is the condition that the request is within its limits, and `outcome` reads the rows of the trip. Names
 * are hashes, which the requests of the next hour delete. A page may say that an address has had its mails, whoever
 * it belongs to.
 */
export function countMailRequest({ now, kind, caller, address, browser, ...request }: MailRequest) {
  const counter = (subject: string, max: number) => ({ hour: hourOf(now), subject: sha256(subject), max })
  const byBrowser = counter(`${kind} browser ${browser} ${address}`, MAILS_PER_HOUR.knownBrowser)
  const byCaller = counter(`${kind} caller ${caller}`, MAILS_PER_HOUR.caller)
  const byBoth = counter(`${kind} caller ${caller} ${address}`, MAILS_PER_HOUR.callerAndAddress)
  const byAddress = counter(`${kind} address ${address}`, MAILS_PER_HOUR.address)
  const { knownSql, condition = sql`TRUE` } = request
  const strangerSql = sql`${condition} AND NOT ${knownSql}`
  const withinCaller = withinLimitSql(byCaller)
  const withinBoth = sql`${withinCaller} AND ${withinLimitSql(byBoth)}`
  const withinAll = sql`${withinBoth} AND ${withinLimitSql(byAddress)}`
  return {
    statements: {
      known: sql<{ isKnown: number }>`SELECT ${knownSql} AS isKnown`,
      browserCounts: increment(byBrowser, sql`${condition} AND ${knownSql}`),
      callerCounts: increment(byCaller, strangerSql),
      // A request over one limit does not count for the next, so that one caller cannot use up the mails of an address.
      bothCounts: increment(byBoth, sql`${strangerSql} AND ${withinCaller}`),
      addressCounts: increment(byAddress, sql`${strangerSql} AND ${withinBoth}`),
    },
    takenSql: sql`(CASE WHEN ${knownSql} THEN ${withinLimitSql(byBrowser)} ELSE ${withinAll} END)`,
    outcome: (rows: Rows): MailRequestOutcome => {
      if (rows.known[0]?.isKnown)
        return isOver(rows.browserCounts, byBrowser) ? 'too_many_for_address' : 'taken'
      if (isOver(rows.callerCounts, byCaller)) return 'too_many'
      const isOverAddress = isOver(rows.bothCounts, byBoth) || isOver(rows.addressCounts, byAddress)
      return isOverAddress ? 'too_many_for_address' : 'taken'
    },
  }
}

type Rows = { known: { isKnown: number }[] } & Record<
  'browserCounts' | 'callerCounts' | 'bothCounts' | 'addressCounts',
  CountedRow[]
>
