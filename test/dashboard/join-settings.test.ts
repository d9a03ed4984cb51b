import { describe, expect, it } from 'vitest'
import { clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { appliedPath, joinable, STATUTES, setJoinForm } from '../support/join'
import { filledForm, submit } from '../support/portal'
import { operator, rows, workspace } from '../support/workspace'

const COLUMN = { name: 'Abteilung', type: 'string', external_id: 'department' }

const storedForm = async () => {
  const [row] = await rows<{ join_form: string | null }>('SELECT join_form FROM workspaces')
  return row?.join_form && JSON.parse(row.join_form)
}

describe('the operator', () => {
  it('switches the form on, and keeps what is left out', async () => {
    const club = await workspace()
    expect(await storedForm()).toBeNull()
    const path = `/operator/workspaces/${club.id}`
    await club.put('/lists/members/custom_columns', { data: [COLUMN] })
    const fields = { department: 'required', address: 'hidden' }
    const changed = await operator('PATCH', path, {
      join_form: { enabled: true, statutes_url: STATUTES, fields },
    })
    const form = {
      enabled: true,
      fields: {
        name: 'required',
        birthdate: 'required',
        sex: 'hidden',
        email: 'required',
        phone_numbers: 'optional',
        address: 'hidden',
        payment_method: 'hidden',
        bank_account: 'hidden',
        department: 'required',
      },
      statutes_url: STATUTES,
      intro: null,
      shows_price: true,
      mandate: 'off',
    }
    expect([changed.status, changed.cost.trips, changed.body.data.join_form]).toEqual([200, 2, form])
    expect(await storedForm()).toEqual(form)
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      'join_form.enabled': [false, true],
      'join_form.fields.address': ['required', 'hidden'],
      'join_form.fields.department': [null, 'required'],
      'join_form.statutes_url': [null, STATUTES],
    })
    for (const join_form of [null, {}, { fields: {} }, { fields: null, enabled: null }])
      expect((await operator('PATCH', path, { join_form })).body.data.join_form).toEqual(form)
    const hidden = await setJoinForm(club, { fields: { department: 'hidden' }, enabled: false })
    expect(hidden.body.data.join_form.fields).not.toHaveProperty('department')
    expect(hidden.body.data.join_form.enabled).toBe(false)
  })

  it('names what is wrong under its path, and changes nothing', async () => {
    const club = await workspace()
    const { status, body } = await setJoinForm(club, {
      enabled: true,
      statutes_url: 'http://example.org/satzung',
      intro: 'x'.repeat(1001),
      fields: { name: 'optional', email: 'hidden', join_date: 'required', nothing: 'optional', address: 'x' },
      colour: 'red',
    })
    expect(status).toBe(422)
    const paths = ['colour', 'fields.address', 'fields.email', 'fields.join_date', 'fields.name']
    const all = [...paths, 'fields.nothing', 'intro', 'statutes_url'].map((path) => `join_form.${path}`)
    expect(Object.keys(body.errors).sort()).toEqual(all)
    const without = await setJoinForm(club, { enabled: true })
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['join_form.statutes_url']])
    expect(await storedForm()).toBeNull()
  })
})

describe('the page of the form', () => {
  it('chooses fields, switches the form on, and shows its address and a preview', async () => {
    const club = await workspace({ member_portal: { slug: 'tsv' } })
    await club.put('/lists/members/custom_columns', { data: [COLUMN] })
    const anna = await staffOf(club, 'owner')
    const base = '/dashboard/tsv/settings'
    expect((await anna.get(base)).text).toContain(`href="${base}/join"`)
    const page = await anna.get(`${base}/join`)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(page.text).toContain('http://mas.test/join/tsv')
    const form = { ...Object.fromEntries(await filledForm(page.text)), 'field.department': 'optional' }
    expect(form).toMatchObject({ 'field.name': 'required', 'field.bank_account': 'hidden' })
    const typed = { ...form, enabled: '1', statutes_url: ' example.org/satzung ', intro: 'Hallo!\r\nSchön.' }
    const saved = await anna.submit(`${base}/join`, typed)
    expect([saved.status, leadsTo(saved), saved.cost.trips]).toEqual([303, `${base}/join after saved`, 2])
    expect(await storedForm()).toMatchObject({
      enabled: true,
      statutes_url: STATUTES,
      intro: 'Hallo!\nSchön.',
      fields: { department: 'optional', bank_account: 'hidden' },
    })
    const log = textOf((await anna.get('/dashboard/tsv/log')).text)
    for (const text of ['Formular für Anträge', 'Adresse der Satzung', 'Abteilung im Antrag', 'freiwillig'])
      expect(log).toContain(text)
    const preview = await anna.get(`${base}/join/preview`)
    expect([preview.status, preview.cost.trips]).toEqual([200, 1])
    for (const text of ['Abteilung (freiwillig)', 'Hallo!', STATUTES]) expect(preview.text).toContain(text)
    await anna.submit(
      `${base}/join`,
      Object.entries(typed).filter(([name]) => name !== 'shows_price'),
    )
    expect(await storedForm()).toMatchObject({ shows_price: false })
    expect(textOf((await anna.get('/dashboard/tsv/log')).text)).toContain('Beitrag vor dem Bestätigen zeigen')
  })

  it('warns of a missing privacy policy', async () => {
    const club = await joinable()
    const anna = await staffOf(club, 'owner')
    const text = async () => textOf((await anna.get('/dashboard/tsv/settings/join')).text)
    expect(await text()).toContain('Es fehlt die Adresse eurer Datenschutzerklärung')
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      contact: { privacy_url: 'https://example.org' },
    })
    expect(await text()).not.toContain('Es fehlt die Adresse')
  })

  it.each([
    ['de', 'Ohne Satzung lässt sich das Formular nicht einschalten.'],
    ['en', 'The form cannot be switched on without statutes.'],
  ])('says in %s what is wrong, and keeps what was typed', async (locale, text) => {
    const { club, staff: anna } = await clubOf(signedIn('owner'))
    await rows('UPDATE staff SET locale = ?', locale)
    const typed = { enabled: '1', statutes_url: '', intro: '"><b>', 'field.address': 'optional' }
    const refused = await anna.submit(`/dashboard/${club.id}/settings/join`, typed)
    expect([refused.status, await storedForm()]).toEqual([422, null])
    expect(refused.text).toContain(text)
    expect(Object.fromEntries(await filledForm(refused.text))).toMatchObject(typed)
    expect(refused.text).not.toContain('"><b>')
  })

  it('is open to a workspace whose portal is managed above', async () => {
    const umbrella = await workspace({ name: 'Landesverband' })
    const club = await workspace({
      superordinate_workspace_id: umbrella.id,
      member_portal: { managed_by: 'superordinate' },
    })
    const anna = await staffOf(club, 'owner')
    const typed = { enabled: '1', statutes_url: STATUTES }
    expect((await anna.submit(`/dashboard/${club.id}/settings/join`, typed)).status).toBe(303)
  })
})

describe('the office', () => {
  it('sees what an applicant agreed to, and confirms them', async () => {
    const club = await joinable()
    await submit(await appliedPath('tsv'))
    const jan = await staffOf(club, 'office')
    expect(textOf((await jan.get('/dashboard/tsv')).text)).toContain('1 Antrag')
    const list = await jan.get('/dashboard/tsv/applications')
    expect(list.cost.trips).toBe(1)
    for (const text of ['Ada Lovelace', 'Satzung anerkannt am', `href="${STATUTES}"`])
      expect(list.text).toContain(text)
    const [{ id = '' } = {}] = await rows<{ id: string }>('SELECT id FROM persons')
    const person = textOf((await jan.get(`/dashboard/tsv/members/${id}`)).text)
    expect(person).toContain('Satzung anerkannt am')
    expect(person).toContain('hat einen Antrag gestellt und die Satzung anerkannt')
    expect(person).not.toMatch(/\dT\d\d:\d\d/)
    await jan.submit('/dashboard/tsv/applications/confirm', {
      [`number.${id}`]: '7',
      join_date: '2026-01-01',
    })
    expect(await rows('SELECT area FROM persons')).toEqual([{ area: 'regular' }])
  })

  it('sees no consent of another workspace, and none of applicants of the API', async () => {
    const club = await joinable()
    await club.post('/lists/members/persons', { email: 'eve@example.org', creation_behaviour: 'unconfirmed' })
    const other = await joinable({}, { member_portal: { slug: 'other' } })
    await submit(await appliedPath('other'))
    const jan = await staffOf(club, 'office')
    expect((await jan.get('/dashboard/tsv/applications')).text).not.toContain('Satzung anerkannt')
    const eva = await staffOf(other, 'office')
    expect((await eva.get('/dashboard/other/applications')).text).toContain('Satzung anerkannt')
  })
})
