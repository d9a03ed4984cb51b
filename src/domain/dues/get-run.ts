import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type PlaceNames, selectPlaceNamesIn } from './places'
import { versionToApi } from './plan'
import { type DuesRunWithVersion, requireRun, selectRuns } from './runs'

/** Gets a run with the version of its plan as it was. One trip. Throws `permission_missing` and `not_found`. */
export async function getDuesRun(principal: Principal, { id }: { id: string }): Promise<DuesRunWithVersion> {
  const workspace = principal.workspace()
  const ofRun = sql`dues_runs.workspace_id = ${workspace} AND dues_runs.id = ${id}`
  const { rows } = await query(
    principal,
    {
      runs: selectRuns(workspace, sql`dues_runs.id = ${id}`),
      versions: sql<{ version: string }>`SELECT version FROM dues_runs WHERE ${ofRun}`,
      places: selectPlaceNamesIn(workspace, sql`dues_runs CROSS JOIN json_tree(version, '$.rules')`, ofRun),
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const version = JSON.parse(requireRun(rows.versions).version)
  return { ...requireRun(rows.runs), version: versionToApi(version, rows.places as PlaceNames[]) }
}
