import { type Context, Hono } from 'hono'
import { open } from '../db/client'
import { openSession } from '../domain/portal/sessions'
import type { Env } from '../env'
import { Submit } from '../ui/form'
import { tongueFor } from '../ui/i18n/locale'
import { Message } from './layout'
import { keepSession } from './session'

// A token may be of any length, none included, and is answered alike.
const PATHS = ['/login', '/login/', '/login/:token{.+}']

/** Where a login link leads. Mail scanners open links and run what they find, so only the button logs in. */
export const login = new Hono<Env>()
  .on('GET', PATHS, (c) => {
    const tongue = tongueFor(c)
    return c.html(
      <Message title={tongue.t.login.title} lead={tongue.t.login.lead} tongue={tongue}>
        <form method="post" class="actions">
          <Submit label={tongue.t.login.open} />
        </form>
      </Message>,
    )
  })

  .on('POST', PATHS, async (c) => {
    const session = await openSession(open(c.env.DB), c.env.PORTAL_LINKS, new Date(), tokenIn(c))
    if (!session) return gone(c)
    keepSession(c, session)
    return c.redirect('/portal', 303)
  })

function gone(c: Context<Env>) {
  const tongue = tongueFor(c)
  return c.html(<Message title={tongue.t.login.goneTitle} lead={tongue.t.login.gone} tongue={tongue} />, 404)
}

const tokenIn = (c: Context): string => c.req.param('token') ?? ''
