import { describe, expect, it } from 'vitest'
import { ADA, clubOf, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { postMail } from '../support/mails'

const dan = { name: { first_name: 'Dan' } }

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

describe('the way to a mail', () => {
  it.each([
    ['owner', true],
    ['office', true],
    ['treasurer', true],
    ['auditor', false],
  ] as const)('is in the navigation and the search of the role %s: %s', async (role, isShown) => {
    const { club, staff } = await clubOf(signedIn(role))
    const { text } = await staff.get(`/dashboard/${club.id}`, ENGLISH)
    expect(text.includes(`href="/dashboard/${club.id}/mails"`)).toBe(isShown)
    const { body } = await staff.get(`/dashboard/${club.id}/search.json?q=write%20an%20email`, ENGLISH)
    expect(JSON.stringify(body).includes('/mails/new')).toBe(isShown)
  })

  it('begins with those who are chosen in a list, and with one person who has an address', async () => {
    const { club, ids } = await clubOf(person(ADA), person(dan))
    const [withAddress, without] = ids
    for (const role of ['office', 'treasurer'] as const) {
      const staff = await staffOf(club, role)
      const list = await staff.get(`/dashboard/${club.id}/members`, ENGLISH)
      expect(list.text).toContain(`formaction="/dashboard/${club.id}/mails/new?list=members"`)
      const link = `/dashboard/${club.id}/mails/new?list=members&amp;id=${withAddress}`
      expect((await staff.get(`/dashboard/${club.id}/members/${withAddress}`)).text).toContain(link)
      expect((await staff.get(`/dashboard/${club.id}/members/${without}`)).text).not.toContain('/mails/new')
    }
  })
})

describe('the log', () => {
  it('tells who sent and stopped a mail, and leads to it where the reader may', async () => {
    const { club } = await clubOf(person(ADA))
    const { body } = await postMail(club, { filter: {}, subject: 'Party <1>' })
    await club.post(`/mails/${body.data.id}/stop`, undefined)
    const owner = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}/log?action=mail`, ENGLISH)
    expect(textOf(owner.text)).toMatch(/stopped the email Party <1>.*sent the email Party <1>/)
    expect(owner.text).toContain(`href="/dashboard/${club.id}/mails/${body.data.id}"`)
    const auditor = await (await staffOf(club, 'auditor')).get(`/dashboard/${club.id}/log?action=mail`, {
      headers: { 'Accept-Language': 'de-DE' },
    })
    expect(textOf(auditor.text)).toContain('hat die E-Mail Party <1> angehalten')
    expect(auditor.text).not.toContain('/mails/mai_')
  })
})
