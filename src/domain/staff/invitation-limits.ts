import { type Sql, sql } from '../../db/sql'
import { type Counter, hourOf, increment, withinLimitSql } from '../access/hourly-limits'
import type { Principal } from '../access/principal'

/** How many invitations a workspace can mail in an hour, and how many go to one member of staff. */
export const INVITATIONS_PER_HOUR = { workspace: 30, address: 5 }

/** The limits of a mail that invites a member of staff; that of the address counts the mails of all workspaces. */
type MailLimits = { byAddress: Counter; byWorkspace: Counter }

/** The counters of this hour. */
export function mailLimits({ now, workspace }: Principal, staffId: string): MailLimits {
  const hour = hourOf(now)
  return {
    byAddress: { hour, subject: `invitations to ${staffId}`, max: INVITATIONS_PER_HOUR.address },
    byWorkspace: {
      hour,
      subject: sql`'invitations of ' || ${workspace()}`,
      max: INVITATIONS_PER_HOUR.workspace,
    },
  }
}

/** Counts a mail where the condition holds. One over the limit of its address is not counted for the workspace. */
export const countMail = ({ byAddress, byWorkspace }: MailLimits, condition: Sql): Sql[] => [
  increment(byAddress, condition),
  increment(byWorkspace, sql`${condition} AND ${withinLimitSql(byAddress)}`),
]

/** The condition that a mail that was counted is within its limits. */
export const withinMailLimitsSql = ({ byAddress, byWorkspace }: MailLimits): Sql =>
  sql`(${withinLimitSql(byAddress)} AND ${withinLimitSql(byWorkspace)})`
