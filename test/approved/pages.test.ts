import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { ROUTES } from '../rules/dashboard-routes/all'
import { type Staff, staffOf } from '../support/dashboard'
import { type Everything, filled } from '../support/everything'
import { outlineOf } from './outline'
import { createApproved, stopClock } from './world'

const VIEWERS: [Role, string][] = [
  ['owner', 'de-DE'],
  ['auditor', 'en-GB'],
]

describe.each(VIEWERS)('the %s in %s', { meta: { sharesStorage: true } }, (role, locale) => {
  let everything: Everything
  let staff: Staff

  beforeAll(async () => {
    everything = await createApproved({ locale })
    staff = await staffOf(everything.club, role, { email: `${role}@example.org` })
  })
  beforeEach(() => stopClock())

  const pages = ROUTES.filter(({ route, roles }) => route.startsWith('GET ') && roles.includes(role))

  it.each(pages.map(({ route }) => route))('sees %s as approved', async (route) => {
    const path = pathOf(route.slice(4), everything)
    const { status, text } = await staff.get(path)
    expect(`${status}\n${outlineOf(text)}`).toMatchSnapshot()
  })
})

function pathOf(route: string, everything: Everything): string {
  const template = route.replace(':workspace', everything.club.id).replace(':list', 'members')
  return template.replace(/:(\w+)/g, (_, name) => {
    try {
      return filled(`{${name}}`, everything)
    } catch {
      return 'unknown'
    }
  })
}
