import { Hono } from 'hono'
import type { Env } from '../env'
import { Page } from '../ui/page'

// One page whatever the token: who guesses or scans links learns nothing.
export const login = new Hono<Env>().get('/portal/login/:token', (c) =>
  c.html(
    <Page title="Member portal">
      <h1>Your personal login link</h1>
      <p>
        This link belongs to the person it was sent to. It is valid for a limited time; please do not pass it
        on.
      </p>
      <p>If it has run out, ask your association for a new one.</p>
    </Page>,
  ),
)
