import { type Sql, sql } from '../../../db/sql'

/** What a workspace has of what it begins with: 1 if there is some. An invitation counts as a second member of staff. */
export type Beginnings = {
  persons: number
  costUnits: number
  plans: number
  fees: number
  collections: number
  colleagues: number
}

/** What a new workspace has begun with. */
export const NOTHING_BEGUN: Beginnings = {
  persons: 0,
  costUnits: 0,
  plans: 0,
  fees: 0,
  collections: 0,
  colleagues: 0,
}

/** Selects what a workspace has begun with. Seven rows at most. A statement for the trip of the caller. */
export const selectBeginnings = (workspace: Sql): Sql<Beginnings> => sql<Beginnings>`
  SELECT EXISTS (SELECT 1 FROM persons WHERE workspace_id = ${workspace}) AS persons,
    EXISTS (SELECT 1 FROM cost_units WHERE workspace_id = ${workspace}) AS costUnits,
    EXISTS (SELECT 1 FROM dues_plans WHERE workspace_id = ${workspace}) AS plans,
    EXISTS (SELECT 1 FROM fees WHERE workspace_id = ${workspace}) AS fees,
    EXISTS (SELECT 1 FROM collections WHERE workspace_id = ${workspace}) AS collections,
    EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ${workspace} LIMIT 1 OFFSET 1) AS colleagues`
