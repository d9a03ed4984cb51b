import { expect, it } from 'vitest'
import { app } from '../../src/app'
import { call } from '../support/call'
import { ADA, clubOf, person, portal } from '../support/club'

// test/rules/dashboard-access.test.ts tests the pages of the dashboard.
const PAGES = /^\/portal(\/|$)/

// Pages that everyone may open. The page that requests a link is found by the name of its parameter.
const PUBLIC = [
  /\/style\//,
  /^\/portal(\/:workspace)?\/login/,
  /^\/portal\/:workspace\/(email|address|mandate)\//,
  /\/logo\//,
  /^\/portal\/:workspace$/,
]

it('shows no page to a browser without a session, except for the listed ones', async () => {
  const { club, id } = await clubOf(
    portal({ functions: ['view_data', 'edit_data', 'view_fees'] }),
    person(ADA),
  )
  const paths = new Set(
    app.routes
      .filter(({ method, path }) => method === 'GET' && PAGES.test(path) && !path.endsWith('/*'))
      .map(({ path }) => path)
      .filter((path) => !PUBLIC.some((pattern) => pattern.test(path))),
  )
  expect(paths.size).toBeGreaterThan(3)
  for (const path of paths) {
    const named = path.replace(':person_id', id).replace(/:workspace\w*/, club.id)
    const { status, text } = await call('GET', named)
    expect([path, [401, 404].includes(status), text.includes('Ada')]).toEqual([path, true, false])
  }
})
