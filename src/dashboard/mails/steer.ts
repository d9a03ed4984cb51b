import { type Context, Hono } from 'hono'
import { type Steering, steerMail } from '../../domain/mails/steer'
import type { Env } from '../../env'
import { originOf } from '../../http/origin'
import { queueMails } from '../../mail/queue'
import { orMail } from './meanwhile'
import { doneWithMail, MAIL } from './path'

/** Stops a mail that is being sent, continues it, or sends again what failed. */
export const steerActs = new Hono<Env>()
  .post(`${MAIL}/stop`, (c) => steer(c, 'stop'))
  .post(`${MAIL}/continue`, (c) => steer(c, 'continue'))
  .post(`${MAIL}/retry`, (c) => steer(c, 'retry'))

/** What was done to a mail that was held since a restore. */
const OF_HELD = { stop: 'dropped', continue: 'released', retry: 'retry' } as const

const steer = (c: Context<Env>, steering: Steering) =>
  orMail(c, async () => {
    const id = c.req.param('mail_id') ?? ''
    const { sending, wasHeld } = await steerMail(c.var.staff, { id, steering })
    await queueMails(c.env, sending, originOf(c))
    return doneWithMail(c, wasHeld ? OF_HELD[steering] : steering, id)
  })
