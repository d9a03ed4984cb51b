import type { ListId } from './lists'

export const PERMISSIONS = [
  'members:read',
  'members:write',
  'contacts:read',
  'contacts:write',
  'fees:read',
  'fees:write',
  'bookkeeping:read',
  'bookkeeping:write',
  'member_portal_sessions:create',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The list that a permission is about, which the subscription must include; undefined for the others. */
export const listOfPermission = (permission: Permission): ListId | undefined =>
  /^(members|contacts):/.exec(permission)?.[1] as ListId | undefined
