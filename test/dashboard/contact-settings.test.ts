import { describe, expect, it } from 'vitest'
import { clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { filledForm } from '../support/portal'
import { operator, rows, workspace } from '../support/workspace'

const CONTACT = {
  name: 'Geschäftsstelle',
  email: 'info@example.org',
  phone: '+49 30 1234',
  imprint_url: 'https://example.org/impressum',
  privacy_url: 'http://example.org/datenschutz?x=1',
}
const NONE = { name: null, email: null, phone: null, imprint_url: null, privacy_url: null }

const stored = async () => {
  const [row] = await rows(
    'SELECT contact_name, contact_email, contact_phone, imprint_url, privacy_url FROM workspaces',
  )
  return Object.values(row ?? {})
}

describe('the operator', () => {
  it('sets the contact of a workspace, key by key, and clears it with null', async () => {
    const club = await workspace()
    const path = `/operator/workspaces/${club.id}`
    const changed = await operator('PATCH', path, { contact: CONTACT })
    expect([changed.status, changed.cost.trips, changed.body.data.contact]).toEqual([200, 2, CONTACT])
    expect(await stored()).toEqual(Object.values(CONTACT))
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.updated',
      changes: {
        'contact.name': [null, CONTACT.name],
        'contact.email': [null, CONTACT.email],
        'contact.phone': [null, CONTACT.phone],
        'contact.imprint_url': [null, CONTACT.imprint_url],
        'contact.privacy_url': [null, CONTACT.privacy_url],
      },
    })
    await operator('PATCH', path, { contact: { phone: null, email: 'office@example.org' } })
    const rest = { ...CONTACT, phone: null, email: 'office@example.org' }
    expect((await operator('GET', path)).body.data.contact).toEqual(rest)
    for (const body of [{ name: 'Ruderclub' }, { contact: {} }, { contact: null }])
      expect((await operator('PATCH', path, body)).body.data.contact).toEqual(rest)
    expect((await operator('PATCH', path, { contact: NONE })).body.data.contact).toEqual(NONE)
    expect(await stored()).toEqual(Object.values(NONE))
  })

  it('names what is wrong under its path, and changes nothing', async () => {
    const club = await workspace({ contact: CONTACT })
    const { status, body } = await operator('PATCH', `/operator/workspaces/${club.id}`, {
      contact: {
        name: 'x'.repeat(256),
        email: 'a@example.org, b@example.org',
        phone: '1\n2',
        imprint_url: 'javascript:alert(1)',
        privacy_url: 'example.org',
        fax: '1',
      },
    })
    expect(status).toBe(422)
    const paths = ['email', 'fax', 'imprint_url', 'name', 'phone', 'privacy_url']
    expect(Object.keys(body.errors).sort()).toEqual(paths.map((path) => `contact.${path}`))
    expect(await stored()).toEqual(Object.values(CONTACT))
  })
})

describe('the page of the contact', () => {
  it('shows and saves whom members ask, which the overview leads to', async () => {
    const { club, staff: anna } = await clubOf(signedIn('owner'))
    const base = `/dashboard/${club.id}/settings`
    expect((await anna.get(base)).text).toContain(`href="${base}/contact"`)
    const typed = { ...CONTACT, imprint_url: ' example.org/impressum ' }
    const saved = await anna.submit(`${base}/contact`, typed)
    expect([saved.status, leadsTo(saved)]).toEqual([303, `${base}/contact after saved`])
    expect(saved.cost.trips).toBe(2)
    expect(await stored()).toEqual(Object.values(CONTACT))
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      actor_id: anna.id,
      action: 'workspace.updated',
      changes: { 'contact.email': [null, CONTACT.email] },
    })
    const page = await anna.get(`${base}/contact`)
    expect([page.cost.trips, page.cost.rowsWritten]).toEqual([1, 0])
    expect(Object.fromEntries(await filledForm(page.text))).toEqual(CONTACT)
    const log = textOf((await anna.get(`/dashboard/${club.id}/log`)).text)
    expect(log).toContain('Antworten auf E-Mails gehen an')
    await anna.submit(`${base}/contact`, { ...CONTACT, name: ' ', phone: '' })
    expect(await stored()).toEqual(Object.values({ ...CONTACT, name: null, phone: null }))
  })

  it.each([
    ['de', 'Bitte gib genau eine E-Mail-Adresse ein', 'Bitte gib eine Internetadresse ein'],
    ['en', 'Enter exactly one email address', 'Enter a web address'],
  ])('says in %s what is wrong, and keeps what was typed', async (locale, ...texts) => {
    const club = await workspace({ contact: CONTACT })
    const anna = await staffOf(club, 'owner')
    await rows('UPDATE staff SET locale = ?', locale)
    const typed = {
      name: '"><b>',
      email: 'info@',
      phone: '1',
      imprint_url: 'javascript:alert(1)',
      privacy_url: '',
    }
    const refused = await anna.submit(`/dashboard/${club.id}/settings/contact`, typed)
    expect(refused.status).toBe(422)
    for (const text of texts) expect(refused.text).toContain(text)
    for (const [name, value] of Object.entries(typed))
      expect(inputValue(refused.text, name) ?? '', name).toBe(value)
    expect(refused.text).not.toContain('"><b>')
    expect(await stored()).toEqual(Object.values(CONTACT))
  })
})
