import { requirePermission } from './authorize'
import type { Permission } from './permissions'
import type { Principal } from './principal'

/** The same principal, whose queries throw `permission_missing` if the credential lacks another permission. */
export const narrowedTo = <P extends Principal>(permission: Permission, principal: P): P => ({
  ...principal,
  credential(rows: unknown[]) {
    const credential = principal.credential(rows)
    requirePermission(credential, permission)
    return credential
  },
})
