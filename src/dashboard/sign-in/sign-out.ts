import { Hono } from 'hono'
import { open } from '../../db/client'
import { signOut } from '../../domain/staff/sign-in'
import type { Env } from '../../env'
import { forgetSession, sessionIdOf } from '../session'

/** Ends the session in the database and in the browser. */
export const signOutPage = new Hono<Env>().post('/sign-out', async (c) => {
  await signOut(open(c.env.DB), { sessionId: sessionIdOf(c) })
  forgetSession(c)
  return c.redirect('/dashboard/sign-in?signed_out=1', 303)
})
