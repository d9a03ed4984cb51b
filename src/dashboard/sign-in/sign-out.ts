import { Hono } from 'hono'
import { openHome } from '../../db/databases'
import { signOut } from '../../domain/staff/sign-in'
import type { Env } from '../../env'
import { forgetSession, sessionIdOf } from '../session'

/** Ends the session in the database and in the browser. */
export const signOutPage = new Hono<Env>().post('/sign-out', async (c) => {
  await signOut(openHome(c.env), { sessionId: sessionIdOf(c) })
  forgetSession(c)
  return c.redirect('/dashboard/sign-in?signed_out=1', 303)
})
