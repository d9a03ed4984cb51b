import { Hono } from 'hono'
import { endSession } from '../../domain/portal/sessions'
import { idOrSlugOf } from '../../domain/portal/settings'
import type { Env } from '../../env'
import { deleteSessionCookie, signedInMember } from '../session'

/** Ends the session in the database and in the browser, and redirects to the page that requests a link. */
export const signOut = new Hono<Env>().post('/sign-out', async (c) => {
  const workspace = await endSession(signedInMember(c))
  deleteSessionCookie(c)
  return c.redirect(workspace ? `/portal/${idOrSlugOf(workspace)}?signed_out=1` : '/portal', 303)
})
