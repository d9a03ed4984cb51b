import { expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { workspace } from '../support/workspace'

it.each([
  ['/fees/claim', '/fees'],
  ['/fees/claimed', '/fees'],
  ['/members/import', '/members'],
  ['/contacts/import', '/contacts'],
  ['/members/views', '/members'],
  ['/members/columns', '/members'],
  ['/bank/lines', '/bank'],
])('leads from %s back to %s', async (page, section) => {
  const club = await workspace()
  const { status, text } = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}${page}`)
  expect(status).toBe(200)
  const [, trail = ''] = /<nav class="breadcrumb"(.*?)<\/nav>/s.exec(text) ?? []
  expect(trail).toContain(`href="/dashboard/${club.id}${section}"`)
})
