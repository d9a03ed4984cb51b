import { type Context, Hono } from 'hono'
import type { Env } from '../env'
import { Page } from '../ui/page'

// Swagger UI sets style attributes. Scripts come from this origin only.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** The API reference: Swagger UI with all its files from this origin. */
export const reference = new Hono<Env>()
  .get('/', (c) => c.redirect('/docs'))

  .get('/docs', (c) => {
    c.header('Content-Security-Policy', POLICY)
    return c.html(
      <Page title="Membership Administration API" styles={['/docs/swagger-ui.css']} schemes="light">
        <div id="reference" />
        <script src="/docs/swagger-ui-bundle.js" />
        <script src="/docs/open.js" />
      </Page>,
    )
  })

  .get('/docs/open.js', (c) =>
    c.body("SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true })", 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
    }),
  )

  .get('/docs/swagger-ui-bundle.js', (c) => asset(c, '/swagger-ui-bundle.js'))
  .get('/docs/swagger-ui.css', (c) => asset(c, '/swagger-ui.css'))

// The headers of a fetched response are immutable, but middleware adds to them.
async function asset(c: Context<Env>, path: string): Promise<Response> {
  const file = await c.env.REFERENCE.fetch(new URL(path, c.req.url))
  return c.newResponse(file.body, file)
}
