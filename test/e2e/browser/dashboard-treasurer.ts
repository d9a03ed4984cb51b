import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addSession } from './office.ts'
import { createTreasury } from './treasurer.ts'
import { MONTH_WORDS, walkThroughMonth } from './treasurer-month.ts'
import { concurrency, VISITORS, visit } from './visit.ts'

const MIRIAM = { name: 'Miriam Kaya', email: 'miriam.walks@example.org' }

describe('a treasurer', { concurrency }, () => {
  for (const [name, visitor] of Object.entries(VISITORS)) {
    it(`imports a month and assigns each of its lines, ${name}`, () =>
      visit(visitor, async (page) => {
        const treasury = await createTreasury(MIRIAM)
        await addSession(page, MIRIAM.email)
        const { clicks, pages } = await walkThroughMonth(page, treasury, MONTH_WORDS[visitor.locale])
        assert.ok(clicks <= 19 && pages <= 19, `a month took ${clicks} clicks and ${pages} pages`)
      }))
  }
})
