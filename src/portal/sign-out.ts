import { Hono } from 'hono'
import { endSession } from '../domain/portal/sessions'
import { segmentOf } from '../domain/portal/settings'
import type { Env } from '../env'
import { dropSession, memberBehind } from './session'

/** Ends the session, here and in the database, and leads back to where links are asked for. */
export const signOut = new Hono<Env>().post('/sign-out', async (c) => {
  const workspace = await endSession(await memberBehind(c))
  dropSession(c)
  return c.redirect(workspace ? `/portal/${segmentOf(workspace)}?signed_out=1` : '/portal', 303)
})
