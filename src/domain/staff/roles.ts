import { PERMISSIONS, type Permission, STAFF_PERMISSIONS } from '../access/permissions'

export const ROLES = ['owner', 'office', 'treasurer', 'auditor'] as const
export type Role = (typeof ROLES)[number]

const PERMISSIONS_OF_ROLE: Record<Role, readonly Permission[]> = {
  owner: [...PERMISSIONS, ...STAFF_PERMISSIONS],
  office: [
    'members:read',
    'members:write',
    'contacts:read',
    'contacts:write',
    'fees:read',
    'member_portal_sessions:create',
    'mails:read',
    'mails:send',
  ],
  treasurer: [
    'members:read',
    'contacts:read',
    'fees:read',
    'fees:write',
    'payments:write',
    'collections:write',
    'bank:write',
    'bookkeeping:read',
    'bookkeeping:write',
    'bank_accounts:read',
    'bank_accounts:write',
    'creditor:write',
    'mails:read',
    'mails:send',
  ],
  auditor: ['fees:read', 'bookkeeping:read', 'audit:read'],
}

/** What a role may do. */
export const permissionsOf = (role: Role): readonly Permission[] => PERMISSIONS_OF_ROLE[role]

/** The roles that have a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  ROLES.filter((role) => permissionsOf(role).includes(permission))
