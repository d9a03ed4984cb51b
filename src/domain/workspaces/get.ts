import type { SettingsPrincipal } from '../access/principal'
import { query } from '../access/query'
import { toApi, type Workspace } from './workspace'

/** Gets the workspace of a principal. One trip. The operator's throws `not_found`. */
export async function getWorkspace(principal: SettingsPrincipal): Promise<Workspace> {
  const { credential } = await query(principal, {})
  return toApi(credential.workspace)
}
