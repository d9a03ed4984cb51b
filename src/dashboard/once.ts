import type { Context } from 'hono'
import type { Permission } from '../domain/access/permissions'
import { sha256 } from '../domain/shared/hash'
import { randomBase62 } from '../domain/shared/ids'
import type { StaffPrincipal } from '../domain/staff/principal'
import type { Env } from '../env'

/** The name of the hidden field with the token of a form. */
export const TOKEN = 'token'

/** A new token for a form that is to take effect once. */
export const newFormToken = (): string => randomBase62(24)

/**
 * Who sends a form that takes effect once, however often it is sent: verbs give the result of the first time again. Staff
 * without the permission write nothing, not even the token.
 */
export function once(c: Context<Env>, form: URLSearchParams, permission: Permission): StaffPrincipal {
  const { staff } = c.var
  const key = form.get(TOKEN)?.slice(0, 255) || newFormToken()
  return {
    ...staff,
    writableWorkspace: (need) => staff.writableWorkspace({ permission, ...need }),
    idempotent: {
      operation: `${c.req.method} ${c.req.routePath}`,
      key,
      fingerprint: sha256(form.toString()),
      owner: randomBase62(16),
      replayed: false,
    },
  }
}
