import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClub } from './club.ts'
import { look } from './look.ts'
import { assertFitsLargeType } from './page-checks.ts'
import { service, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    title: 'Wer zahlt',
    sees: 'Diese Person sieht im Portal Ihre Beiträge und Zahlungen',
    hide: 'Nicht mehr zeigen',
    hidden: 'für die zahlende Person nicht mehr zu sehen',
    show: 'Wieder zeigen',
    ofOthers: 'Sie zahlen auch für',
    invisible: 'Beiträge von Lena sind hier nicht sichtbar.',
  },
  'en-GB': {
    title: 'Who pays',
    sees: 'This person sees your fees and payments in the portal',
    hide: 'Stop showing them',
    hidden: 'no longer sees your fees and payments',
    show: 'Show them again',
    ofOthers: 'You also pay for',
    invisible: 'Fees of Lena are not visible here.',
  },
}

/** A club in which Uwe pays for Lena, an adult, and for Olaf. */
async function payingClub(slug: string) {
  const { key } = await createClub(service, {
    member_portal: { slug, functions: ['view_data', 'view_fees'] },
  })
  const api = (method: string, path: string, body?: object) => service.api(key, method, path, body)
  const person = (first_name: string, fields: object) => ({
    external_id: first_name.toLowerCase(),
    name: { first_name, last_name: 'Roth' },
    ...fields,
  })
  const [uwe] = await api('PUT', '/lists/members/persons', { data: [person('Uwe', {})] })
  await api('PUT', '/lists/members/persons', {
    data: [
      person('Lena', { birthdate: '1999-05-03', payer_id: uwe.id }),
      person('Olaf', { payer_id: uwe.id }),
    ],
  })
  await api('POST', '/fees', {
    data: ['lena', 'olaf'].map((person_external_id) => ({
      person_external_id,
      description: 'Jahresbeitrag',
      amount: 12_000,
    })),
  })
  const link = async (person_external_id: string): Promise<string> =>
    (await api('POST', '/member_portal_sessions', { person_external_id })).url
  return { link }
}

describe('who pays for members', () => {
  for (const [name, visitor] of visitors())
    it(`sees no fees of an adult who hides them, ${name}`, () =>
      visit(visitor, async (page) => {
        const words = WORDS[visitor.locale]
        const club = await payingClub(visitor.locale === 'de-DE' ? 'tsv-zahler' : 'tsv-payers')
        const open = async (who: string) => {
          await page.goto(await club.link(who))
          await page.locator('main button').click()
          await page.locator('a[href$="/fees"]').first().click()
        }
        await open('lena')
        await look(page, 'payer-seen', words.title, words.sees)
        await page.getByRole('button', { name: words.hide }).click()
        await look(page, 'payer-hidden', words.hidden, words.show)
        await assertFitsLargeType(page)

        await open('uwe')
        await look(page, 'payer-of-others', words.ofOthers, words.invisible)
        await assertFitsLargeType(page)
        assert.equal(await page.getByText('Lena: Jahresbeitrag').count(), 0)
        assert.notEqual(await page.getByText('Olaf: Jahresbeitrag').count(), 0)
      }))
})
