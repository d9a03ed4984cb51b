import { describe, expect, it } from 'vitest'
import { STYLESHEET } from '../../src/ui/stylesheet'
import { staffOf } from '../support/dashboard'
import { workspace } from '../support/workspace'

describe('the stylesheet in WebKit', () => {
  it('selects references and IBANs by one click there too', () => {
    const rules = [...STYLESHEET.matchAll(/\{[^{}]*user-select: [^{}]*\}/g)]
    expect(rules).not.toHaveLength(0)
    for (const [rule] of rules) expect(rule).toMatch(/-webkit-user-select: (\w+); user-select: \1;/)
  })

  it('makes no grid of a fieldset, whose legend WebKit lays out on its own', async () => {
    const club = await workspace()
    const { text } = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}/settings/portal`)
    expect(STYLESHEET).toMatch(/\.choice-row \{ display: grid/)
    expect(text).toMatch(/<div class="choice-row" role="group" aria-labelledby="([^"]+)"><p id="\1">/)
    expect(text).not.toMatch(/<fieldset class="choice-row/)
  })
})
