import { Hono } from 'hono'
import { WorkspaceMoving } from '../../db/client'
import { endSession } from '../../domain/portal/sessions'
import { idOrSlugOf } from '../../domain/portal/settings'
import type { Env } from '../../env'
import { deleteSessionCookie, signedInMember } from '../session'
import { entryOf } from './entry'

/**
 * Ends the session in the database and in the browser, and redirects to the page that requests a link. While the workspace moves, the
 * session ends in the browser alone, and expires in the database by itself.
 */
export const signOut = new Hono<Env>().post('/sign-out', async (c) => {
  const workspace = await endSession(signedInMember(c)).catch(async (error) => {
    if (!(error instanceof WorkspaceMoving)) throw error
    return (await entryOf(c))?.workspace
  })
  deleteSessionCookie(c)
  return c.redirect(workspace ? `/portal/${idOrSlugOf(workspace)}?signed_out=1` : '/portal', 303)
})
