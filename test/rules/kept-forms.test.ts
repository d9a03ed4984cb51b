import { expect, it } from 'vitest'
import { submit } from '../support/portal'
import { PAUSED } from '../support/restores'

it.each(['/dashboard/sign-in', '/dashboard/wsp_1/members/new', '/portal/club', '/join/club'])(
  'a form that another site has sent to %s is refused, and carried by no page',
  async (path) => {
    const fields = { email: 'ada@example.org' }
    const own = await submit(path, fields, { env: PAUSED })
    expect([own.status, own.text.includes('name="email" value="ada@example.org"')]).toEqual([503, true])
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'Sec-Fetch-Site': site, Origin: 'https://evil.example' }
      const foreign = await submit(path, fields, { env: PAUSED, headers })
      expect([site, foreign.status, foreign.text.includes('ada@example.org')]).toEqual([site, 403, false])
    }
  },
)
