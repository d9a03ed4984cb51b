import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addSession } from './office.ts'
import { createSmallClub, createTreasury } from './treasurer.ts'
import { MONTH_WORDS, walkThroughMonth } from './treasurer-month.ts'
import { walkThroughYear, YEAR_WORDS } from './treasurer-year.ts'
import { concurrency, visit, visitors } from './visit.ts'

const MIRIAM = { name: 'Miriam Kaya', email: 'miriam.walks@example.org' }

const OWNER = { name: 'Grace Muster', email: 'grace.walks@example.org' }

describe('a treasurer', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    it(`imports a month and assigns each of its lines, ${name}`, () =>
      visit(visitor, async (page) => {
        const treasury = await createTreasury(MIRIAM)
        await addSession(page, MIRIAM.email)
        const { clicks, pages } = await walkThroughMonth(page, treasury, MONTH_WORDS[visitor.locale])
        assert.ok(clicks <= 19 && pages <= 19, `a month took ${clicks} clicks and ${pages} pages`)
      }))

    it(`takes a club through a year, from the claim to the closed books, ${name}`, () =>
      visit(visitor, async (page) => {
        const club = await createSmallClub(OWNER)
        await addSession(page, OWNER.email)
        const { clicks, pages } = await walkThroughYear(page, club, YEAR_WORDS[visitor.locale])
        assert.ok(clicks <= 61 && pages <= 49, `a year took ${clicks} clicks and ${pages} pages`)
      }))
  }
})
