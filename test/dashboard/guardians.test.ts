import { describe, expect, it } from 'vitest'
import { addTo, clubOf, person, signedIn } from '../support/club'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { rows } from '../support/workspace'

const UWE = { name: { first_name: 'Uwe', last_name: 'Roth' }, birthdate: '1980-01-01' }
const LENA = { name: { first_name: 'Lena', last_name: 'Roth' }, birthdate: '2019-01-01' }
const BEN = { name: { first_name: 'Ben', last_name: 'Roth' }, birthdate: '2018-01-01' }

async function family(role: 'treasurer' | 'office' = 'office') {
  const world = await clubOf(person(UWE), person(LENA), person(BEN), signedIn(role))
  const [uwe, lena, ben] = world.ids
  const at = (id: string, page = '') => `/dashboard/${world.club.id}/members/${id}${page}`
  const guard = (id: string, guardian: string) => world.staff.submit(at(id, '/guardian'), { guardian })
  const stored = async (id: string) =>
    (
      await rows(
        `SELECT guardian_id AS id, guardian_lost_on IS NOT NULL AS lost FROM persons WHERE id = ?`,
        id,
      )
    )[0]
  return { ...world, uwe, lena, ben, at, guard, stored }
}

/** What the form of the first person sends that the page offers. */
const chosenIn = (page: string) => ({
  guardian: /name="guardian" value="([^"]+)"/.exec(page)?.[1] ?? '',
  revision: /name="revision" value="([^"]+)"/.exec(page)?.[1] ?? '',
})

describe('the guardian of a member', () => {
  it('is chosen among adults, and shown on both pages', async () => {
    const { staff, at, uwe, lena, ben, stored } = await family()
    const none = await staff.get(at(lena))
    expect(textOf(none.text)).toContain('Gesetzliche Vertretung Niemand ist eingetragen.')
    const asked = await staff.get(at(lena, '/guardian'))
    expect([asked.status, asked.cost.trips]).toEqual([200, 1])
    expect(asked.text).toContain(uwe)
    expect(asked.text).not.toContain(ben)
    const saved = await staff.submit(at(lena, '/guardian'), chosenIn(asked.text))
    expect([saved.status, saved.cost.trips], saved.text).toEqual([303, 2])
    expect(await stored(lena)).toEqual({ id: uwe, lost: 0 })
    const child = await staff.get(at(lena))
    expect(textOf(child.text)).toContain('Die gesetzliche Vertretung ist festgelegt.')
    expect(child.text).toContain(`href="${at(uwe)}"`)
    const guardian = await staff.get(at(uwe))
    expect(textOf(guardian.text)).toContain('Vertritt gesetzlich Lena Roth')
    expect(guardian.text).toContain(`href="${at(lena)}"`)
    expect(textOf(guardian.text)).not.toContain('Niemand ist eingetragen')
  })

  it('is removed, which can be undone', async () => {
    const { club, staff, at, uwe, lena, guard, stored } = await family()
    await guard(lena, uwe)
    expect((await guard(lena, '')).status).toBe(303)
    expect(await stored(lena)).toEqual({ id: null, lost: 0 })
    const page = textOf((await staff.get(at(lena))).text)
    expect(page).toContain('Die Person hat keine gesetzliche Vertretung mehr.')
    expect(page).toContain('Staff office hat Gesetzliche Vertretung entfernt: Uwe Roth')
    const batch = String((await eventsOf(club)).at(-1)?.batch_id)
    await staff.submit(`/dashboard/${club.id}/undo`, { batch, back: at(lena) })
    expect(await stored(lena)).toEqual({ id: uwe, lost: 0 })
  })

  it('is refused in a sentence, and not written over a change', async () => {
    const { club, staff, at, uwe, lena, ben, guard, stored } = await family()
    const minor = await guard(lena, ben)
    expect([minor.status, textOf(minor.text)]).toEqual([
      422,
      expect.stringContaining('Diese Person ist selbst noch nicht 18. Wähle eine volljährige.'),
    ])
    const adult = await guard(uwe, lena)
    expect(textOf(adult.text)).toContain(
      'Diese Person ist volljährig und handelt selbst. Prüfe das Geburtsdatum.',
    )
    const form = chosenIn((await staff.get(at(lena, '/guardian'))).text)
    await club.put(`/lists/members/persons/${lena}`, { sex: 'f' })
    const stale = await staff.submit(at(lena, '/guardian'), form)
    expect([stale.status, textOf(stale.text)]).toEqual([422, expect.stringContaining('inzwischen geändert')])
    expect(await stored(lena)).toEqual({ id: null, lost: 0 })
  })

  it('is shown to treasurers, who do not change it', async () => {
    const { club, staff, at, uwe, lena } = await family('treasurer')
    await club.put(`/lists/members/persons/${lena}`, { guardian_id: uwe })
    const { text } = await staff.get(at(lena))
    expect(textOf(text)).toContain('Gesetzliche Vertretung Uwe Roth')
    expect(text).not.toContain('/guardian')
    expect((await staff.submit(at(lena, '/guardian'), { guardian: '' })).status).toBe(403)
  })

  it('is no field of the form, is left there, and is in lists, exports and the file of a person', async () => {
    const { club, staff, at, uwe, lena, guard, stored } = await family()
    await guard(lena, uwe)
    const edit = await staff.get(at(lena, '/edit'))
    expect(edit.text).not.toContain('guardian_id')
    await staff.submit(at(lena, '/edit'), { ...Object.fromEntries(formValues(edit.text)), sex: 'f' })
    expect(await stored(lena)).toEqual({ id: uwe, lost: 0 })
    const list = await staff.get(
      `/dashboard/${club.id}/members?columns=guardian_id&filter[guardian_id]=${uwe}`,
    )
    expect(textOf(list.text)).toContain('Gesetzliche Vertretung')
    expect(textOf(list.text)).toContain('Lena')
    expect(textOf(list.text)).not.toMatch(/\bBen\b/)
    const file = await staff.submit(at(lena, '/export'), {})
    expect(JSON.parse(file.text)).toMatchObject({ person: { guardian_id: uwe } })
  })
})

describe('a guardian who is deleted', () => {
  it('is told before, and leaves a list of children for the office to decide on', async () => {
    const { club, staff, at, uwe, lena, ben, guard, stored } = await family()
    await guard(lena, uwe)
    await guard(ben, uwe)
    const page = await staff.get(at(uwe, '/delete'))
    expect(textOf(page.text)).toContain('Ben Roth, Lena Roth haben dann keine gesetzliche Vertretung mehr.')
    await staff.submit(at(uwe, '/delete'), Object.fromEntries(formValues(page.text)))
    expect(await stored(lena)).toEqual({ id: null, lost: 1 })
    const list = `/dashboard/${club.id}/members/without-guardian`
    const home = await staff.get(`/dashboard/${club.id}`)
    expect(home.text).toContain(`href="${list}"`)
    expect(textOf(home.text)).toContain('2 Kinder haben keine gesetzliche Vertretung mehr')
    const { text, cost } = await staff.get(list)
    expect([cost.trips, textOf(text)]).toEqual([1, expect.stringContaining('Lena Roth')])
    expect(textOf((await staff.get(at(lena))).text)).toContain('Wer vertritt das Kind jetzt?')
    const { revision = 0 } =
      (await rows<{ revision: number }>('SELECT revision FROM persons WHERE id = ?', lena))[0] ?? {}
    const settled = await staff.submit(at(lena, '/guardian'), {
      guardian: '',
      revision: String(revision),
      list: '1',
    })
    expect([settled.status, settled.headers.get('Location')]).toEqual([303, expect.stringContaining(list)])
    expect(await stored(lena)).toEqual({ id: null, lost: 0 })
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({ guardian_lost_on: [expect.any(String), null] })
    const { ids } = await addTo(club, person({ name: { first_name: 'Ida', last_name: 'Roth' } }))
    await guard(ben, String(ids[0]))
    expect(await stored(ben)).toEqual({ id: ids[0], lost: 0 })
    expect(textOf((await staff.get(list)).text)).toContain('Alle haben eine gesetzliche Vertretung')
  })

  it('is missed by nobody who is 18 since', async () => {
    const { club, staff, at, uwe, lena, guard } = await family()
    await guard(lena, uwe)
    await club.delete(`/lists/members/persons/${uwe}`)
    await club.put(`/lists/members/persons/${lena}`, { birthdate: '2000-01-01' })
    expect(textOf((await staff.get(at(lena))).text)).not.toContain('Wer vertritt')
    expect(textOf((await staff.get(`/dashboard/${club.id}`)).text)).not.toContain('gesetzliche Vertretung')
  })
})
