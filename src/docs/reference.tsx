import { type Context, Hono } from 'hono'
import type { Env } from '../env'
import { Page } from '../ui/page'

// Swagger UI sets styles on elements; its script and ours come from here alone.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** The API reference in a browser, served without any foreign host. */
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

// A new response, since the headers of a fetched one can not be added to.
async function asset(c: Context<Env>, path: string): Promise<Response> {
  const found = await c.env.REFERENCE.fetch(new URL(path, c.req.url))
  return c.newResponse(found.body, found)
}
