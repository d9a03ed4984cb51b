import { expect, it } from 'vitest'
import { PROBLEMS } from '../../src/http/problem'
import { call } from '../support/call'
import { workspace } from '../support/workspace'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const inGerman = { headers: { Accept: BROWSER, 'Accept-Language': 'de' } }
const inEnglish = { headers: { Accept: BROWSER, 'Accept-Language': 'en' } }

const PLAIN =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

it.each([
  ['German', inGerman, 'de', 'Öffnen Sie die Portalseite Ihres Vereins oder den Link aus Ihrer E-Mail.'],
  ['English', inEnglish, 'en', 'Open the portal page of your association, or the link in your email.'],
])('leads members, staff and developers on, in %s', async (_, options, language, words) => {
  const { status, headers, text } = await call('GET', '/', options)
  expect(status).toBe(200)
  expect(headers.get('Content-Security-Policy')).toBe(PLAIN)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(text).toContain(`<html lang="${language}">`)
  expect(text).toContain(words)
  for (const path of ['/dashboard', '/docs']) expect(text).toContain(`href="${path}"`)
})

it.each([
  ['icon', '/favicon.svg', 'image/svg+xml', '<svg '],
  ['apple-touch-icon', '/apple-touch-icon.png', 'image/png', 'PNG\r\n'],
])('has an %s on every page, which anyone may load', async (rel, path, type, start) => {
  for (const page of ['/', '/portal/nonsense', '/dashboard/sign-in', '/docs/nonsense'])
    expect((await call('GET', page, inGerman)).text).toMatch(
      new RegExp(`<link rel="${rel}"[^>]* href="${path}"/>`),
    )
  const { status, headers, text } = await call('GET', path)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe(type)
  expect(headers.get('Cache-Control')).toBe('public, max-age=86400')
  expect(text.slice(0, 8)).toContain(start)
})

it('shows browsers a page where nothing is, in their language', async () => {
  for (const path of ['/nonsense', '/docs/nonsense', '/problems/nonsense', '/.env']) {
    const german = await call('GET', path, inGerman)
    expect(german.status, path).toBe(404)
    expect(german.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(german.headers.get('Content-Security-Policy')).toBe(PLAIN)
    expect(german.text).toContain('<h1>Diese Seite gibt es nicht</h1>')
    expect((await call('GET', path, inEnglish)).text).toContain('<h1>Page not found</h1>')
  }
})

it.each([
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html;q=0.1, application/json',
])('answers a problem where nothing is to a caller that accepts %s', async (Accept) => {
  const { status, headers } = await call('GET', '/nonsense', Accept ? { headers: { Accept } } : {})
  expect(status).toBe(404)
  expect(headers.get('Content-Type')).toBe('application/problem+json')
})

it('answers problems to browsers within the API', async () => {
  const { key } = await workspace()
  for (const path of ['/fees/fee_x', '/lists/members/persons/nobody']) {
    const { status, headers } = await call('GET', path, { key, ...inGerman })
    expect([status, headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
  }
  expect((await call('GET', '/fees', inGerman)).headers.get('Content-Type')).toBe('application/problem+json')
})

it('lists every problem', async () => {
  const { text } = await call('GET', '/problems')
  for (const [kind, { title, status }] of Object.entries(PROBLEMS)) {
    expect(text).toContain(`<a href="/problems/${kind}">${title}</a>`)
    expect(text).toContain(`${status}`)
  }
})

it('loads the stylesheet and the icon that its pages name', async () => {
  for (const page of ['/', '/problems', '/problems/invalid', '/docs/events']) {
    const { text } = await call('GET', page)
    const [, stylesheet = ''] = text.match(/rel="stylesheet" href="([^"]+)"/) ?? []
    const style = await call('GET', stylesheet)
    expect([style.status, style.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8'])
    const [, icon = ''] = text.match(/rel="icon" type="image\/svg\+xml" href="([^"]+)"/) ?? []
    const image = await call('GET', icon)
    expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
    expect(image.headers.get('Cache-Control')).toBe('public, max-age=86400')
  }
})
