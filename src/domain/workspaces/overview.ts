import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type DailyCounts, selectDailyCounts } from './daily-counts'

/** What a workspace has of what it needs to begin: 1 where it has some. */
type Beginnings = { members: number; columns: number; fees: number; staff: number }

/** How a workspace is doing: its counts of a year, the latest day first, and what it has to begin with. */
export type Overview = { counts: DailyCounts[]; beginnings: Beginnings }

/** Gives an overview of the principal's workspace. One trip; a row a counted day and a constant. */
export async function getOverview(principal: Principal): Promise<Overview> {
  const { rows } = await query(principal, {
    counts: selectDailyCounts(principal),
    beginnings: selectBeginnings(principal.workspace()),
  })
  const [beginnings = { members: 0, columns: 0, fees: 0, staff: 0 }] = rows.beginnings
  return { counts: rows.counts, beginnings }
}

const selectBeginnings = (workspace: Sql): Sql<Beginnings> => sql<Beginnings>`
  SELECT EXISTS (SELECT 1 FROM persons WHERE workspace_id = ${workspace}) AS members,
    EXISTS (SELECT 1 FROM custom_columns WHERE workspace_id = ${workspace}) AS columns,
    EXISTS (SELECT 1 FROM fees WHERE workspace_id = ${workspace}) AS fees,
    EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ${workspace} LIMIT 1 OFFSET 1) AS staff`
