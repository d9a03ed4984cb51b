import { requirePermission } from '../../access/authorize'
import type { SettingsPrincipal } from '../../access/principal'
import { query } from '../../access/query'
import { selectColumns } from '../../custom-columns/query-list'
import { type OpenedForm, openedForm } from './request'

/** Gets the form of the principal's workspace, also while it is switched off. One trip. Throws `permission_missing`. */
export async function viewOwnJoinForm(principal: SettingsPrincipal): Promise<OpenedForm> {
  const { credential, rows } = await query(
    principal,
    { columns: selectColumns(principal.workspace(), 'members') },
    (credential) => requirePermission(credential, 'settings:write'),
  )
  return openedForm(credential.workspace, rows.columns)
}
