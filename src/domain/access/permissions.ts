import type { ListId } from './lists'

/** The permissions that an API key can have. */
export const PERMISSIONS = [
  'members:read',
  'members:write',
  'contacts:read',
  'contacts:write',
  'fees:read',
  'fees:write',
  'payments:write',
  'collections:write',
  'bank:write',
  'bookkeeping:read',
  'bookkeeping:write',
  'member_portal_sessions:create',
  'mails:read',
  'mails:send',
  'audit:read',
  'webhooks:write',
] as const
export type KeyPermission = (typeof PERMISSIONS)[number]

/** What permissions of keys are about, such as `fees`. */
export type PermissionGroup = KeyPermission extends `${infer Group}:${string}` ? Group : never

/**
 * The permissions that only staff can have. Without `bank_accounts:read`, pages show the last four digits of an IBAN;
 * `bank_accounts:write` edits how persons pay, without their other fields; without it, nobody enters accounts and mandates on
 * pages. Keys write them with the permission to write to the list, as programs always could.
 */
export const STAFF_PERMISSIONS = [
  'bank_accounts:read',
  'bank_accounts:write',
  'creditor:write',
  'settings:write',
  'api_keys:write',
  'staff:write',
] as const

export type Permission = KeyPermission | (typeof STAFF_PERMISSIONS)[number]

/** The list that a permission is about, which the subscription must include; undefined for the others. */
export const listOfPermission = (permission: Permission): ListId | undefined =>
  /^(members|contacts):/.exec(permission)?.[1] as ListId | undefined
