import { expect, it } from 'vitest'
import { DEMO_KEY } from '../../src/dev/seed'
import { SCALAR_FILE } from '../../src/docs/scalar'
import { call, ORIGIN } from '../support/call'
import { workspace } from '../support/workspace'

/** What the reference is configured with: the JSON in an attribute of the page. */
function configurationOf(text: string): Record<string, unknown> {
  const [, escaped = ''] = text.match(/data-configuration="([^"]*)"/) ?? []
  return JSON.parse(escaped.replaceAll('&quot;', '"'))
}

it.each(['/docs', '/docs/operator'])('serves %s, which loads from its own origin alone', async (path) => {
  const page = await call('GET', path)
  expect(page.status).toBe(200)
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  expect(page.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address))
  expect(loaded).toContain(`/docs/${SCALAR_FILE}`)
  for (const address of loaded) expect(new URL(address, ORIGIN).origin).toBe(ORIGIN)
  expect(page.text).not.toMatch(/https?:\/\/|["']\/\//)
})

it('configures no assistant, no telemetry, no developer tools, no foreign font and no proxy', async () => {
  const { text } = await call('GET', '/docs')
  expect(configurationOf(text)).toMatchObject({
    url: '/openapi.json',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    withDefaultFonts: false,
    telemetry: false,
  })
  expect(text).not.toContain('proxyUrl')
})

it('serves the script under an address with its version, for browsers to keep', async () => {
  const { status, headers, text } = await call('GET', `/docs/${SCALAR_FILE}`)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(text).toContain('createApiReference')
})

it('lets tools in browsers read the documents from any origin, and nothing else of the API', async () => {
  for (const path of ['/openapi.json', '/docs/operator/openapi.json'])
    expect((await call('GET', path)).headers.get('Access-Control-Allow-Origin')).toBe('*')
  const club = await workspace()
  for (const path of ['/me', '/fees'])
    expect((await club.get(path)).headers.get('Access-Control-Allow-Origin')).toBeNull()
})

it('keeps the documents out of caches', async () => {
  for (const path of ['/openapi.json', '/docs/operator/openapi.json'])
    expect((await call('GET', path)).headers.get('Cache-Control')).toBe('no-store')
})

it.each<[string, boolean, { DEMO_KEY?: string; PUBLIC_URL?: string }]>([
  ['with the demo key on this machine', true, { DEMO_KEY, PUBLIC_URL: 'http://localhost:8787' }],
  ['without a demo key', false, { PUBLIC_URL: 'http://localhost:8787' }],
  ['elsewhere', false, { DEMO_KEY, PUBLIC_URL: 'https://members.example.org' }],
])('fills in the key of the demo %s: %s', async (_, isFilledIn, env) => {
  const { text } = await call('GET', '/docs', { env })
  const { persistAuth, authentication } = configurationOf(text)
  expect(text.includes(DEMO_KEY)).toBe(isFilledIn)
  expect(persistAuth).toBe(isFilledIn || undefined)
  if (isFilledIn) expect(authentication).toMatchObject({ securitySchemes: { apiKey: { token: DEMO_KEY } } })
})

it('leads from /docs/ to /docs', async () => {
  const { status, headers } = await call('GET', '/docs/')
  expect([status, headers.get('Location')]).toEqual([301, '/docs'])
})
