import { Hono } from 'hono'

/** What a 401 costs on Hono alone: the same bytes as the service's, without a look at the request. */
export default new Hono<{ Bindings: { PUBLIC_URL: string } }>().all('*', (c) => {
  const body = {
    type: `${c.env.PUBLIC_URL}/problems/unauthenticated`,
    title: 'Not authenticated',
    status: 401,
    detail: 'Send a valid API key as `Authorization: Bearer <key>`.',
    request_id: crypto.randomUUID(),
  }
  c.header('WWW-Authenticate', 'Bearer')
  return c.body(JSON.stringify(body), 401, { 'Content-Type': 'application/problem+json' })
})
