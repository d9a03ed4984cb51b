import { type Context, Hono } from 'hono'
import type { Env } from '../env'
import { IMMUTABLE } from '../http/immutable'
import { Page } from '../ui/page'
import { demoKey } from './demo-key'
import { SCALAR_FILE } from './scalar'

// Scalar sets style attributes, and adds style elements without a nonce. Everything is of this origin.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Scalar would ask foreign servers for fonts, an assistant and a proxy, and count its readers.
const QUIET = {
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  withDefaultFonts: false,
  telemetry: false,
}

const LOOKS = {
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  operationTitleSource: 'summary',
  hideModels: true,
}

/**
 * The API reference: Scalar with all its files from this origin. The operator's routes have a reference of their own.
 */
export const reference = new Hono<Env>()
  .get('/docs', (c) => referencePage(c, 'API reference', '/openapi.json', demoAuthentication(c)))
  .get('/docs/operator', (c) => referencePage(c, 'Operator reference', '/docs/operator/openapi.json', {}))
  .get('/docs/', (c) => c.redirect('/docs', 301))
  .get(`/docs/${SCALAR_FILE}`, async (c) => {
    const file = await c.env.REFERENCE.fetch(new URL(`/${SCALAR_FILE}`, c.req.url))
    return c.newResponse(file.body, 200, { ...IMMUTABLE, 'Content-Type': 'text/javascript; charset=utf-8' })
  })

function referencePage(c: Context<Env>, title: string, url: string, authentication: object) {
  const configuration = { url, ...QUIET, ...LOOKS, ...authentication }
  c.header('Content-Security-Policy', POLICY)
  return c.html(
    <Page title={title}>
      <script id="api-reference" type="application/json" data-configuration={JSON.stringify(configuration)} />
      <script src={`/docs/${SCALAR_FILE}`} />
    </Page>,
  )
}

/** Fills in the key of the demo, which the browser keeps. */
function demoAuthentication(c: Context<Env>) {
  const token = demoKey(c)
  if (!token) return {}
  const securitySchemes = { apiKey: { token } }
  return { persistAuth: true, authentication: { preferredSecurityScheme: 'apiKey', securitySchemes } }
}
