import { Hono } from 'hono'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { pagePolicy } from '../http/page-policy'
import { PROBLEMS } from '../http/problem'
import { Page } from '../ui/page'

/** The page that the `type` of a problem links to. It says what the problem means and what to do. */
export const problems = new Hono<Env>().use('/problems/*', pagePolicy('docs')).get('/problems/:kind', (c) => {
  const entry = Object.entries(PROBLEMS).find(([kind]) => kind === c.req.param('kind'))
  if (!entry) throw new DomainError('not_found', 'There is no such problem; see /docs.')
  const [kind, { status, title, meaning }] = entry
  return c.html(
    <Page title={title}>
      <main>
        <h1>{title}</h1>
        <p>{meaning}</p>
        <p>
          Status {status}, problem <code>{kind}</code>. <a href="/docs">API reference</a>
        </p>
      </main>
    </Page>,
  )
})
