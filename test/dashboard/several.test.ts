import { describe, expect, it } from 'vitest'
import { COST_UNIT_TEMPLATES } from '../../src/domain/cost-units/templates'
import { COLUMN_TEMPLATES } from '../../src/domain/custom-columns/templates'
import { TEMPLATES } from '../../src/domain/shared/templates'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, settings, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { filledForm } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const COLUMNS = '/settings/columns/members'
const COST_UNITS = '/settings/cost-units'

async function openClub(role: Role = 'owner', given: object = {}) {
  const { club, staff } = await clubOf(settings(given), signedIn(role))
  return {
    club,
    staff,
    at: (page: string) => `/dashboard/${club.id}${page}`,
    columns: async (list = 'members') => (await club.get(`/lists/${list}/custom_columns`)).body.data,
    costUnits: async () => (await club.get('/cost_units')).body.data,
  }
}

const namesOf = (things: { name: string }[]) => things.map(({ name }) => name)

/** The fields of a form as a browser would send it at once. */
const fieldsOf = async (staff: Staff, path: string) => filledForm((await staff.get(path)).text)

const without = (fields: [string, string][], unticked: string) =>
  fields.filter(([name, value]) => !(name === 'entry' && value === unticked))

const typing = (fields: [string, string][], typed: Record<string, string>): [string, string][] => [
  ...fields.filter(([name]) => !(name in typed)),
  ...Object.entries(typed),
]

const createdIn = async (club: Workspace) =>
  (await eventsOf(club)).filter(({ action }) => /^(custom_column|cost_unit)\.created$/.test(action))

describe('several custom columns at once', () => {
  it('are those that are ticked in a template and those in rows, in one batch', async () => {
    const { club, staff, at, columns } = await openClub()
    const path = at(`${COLUMNS}/several?template=music`)
    const page = await staff.get(path)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(page.text)).toContain('Leihinstrument seit Datum')
    const fields = without(await filledForm(page.text), 'Fotos erlaubt')
    const typed = { 'name.0': ' Haustier ', 'name.3': 'Eintritt in den Chor', 'type.3': 'date' }
    const answer = await staff.submit(path, typing(fields, typed))
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`${COLUMNS} after added`)])
    expect(answer.cost.trips).toBe(2)
    const stored = await columns()
    const ticked = COLUMN_TEMPLATES.de.music.members.filter(({ name }) => name !== 'Fotos erlaubt')
    expect(stored).toMatchObject([
      ...ticked,
      { name: 'Haustier', type: 'string' },
      { name: 'Eintritt in den Chor', type: 'date' },
    ])
    const events = await createdIn(club)
    expect(events).toHaveLength(stored.length)
    expect(new Set(events.map(({ batch_id }) => batch_id)).size).toBe(1)
    const list = await openAfter(staff, at(`${COLUMNS} after added`))
    expect(list.text).toContain('Angelegt.')
  })

  it('are not offered again where one of their name is there', async () => {
    const { club, staff, at } = await openClub()
    await club.put('/lists/members/custom_columns', { data: [{ name: 'instrument', type: 'string' }] })
    const page = await staff.get(at(`${COLUMNS}/several?template=music`))
    expect(textOf(page.text)).toContain('Schon vorhanden: Instrument')
    expect(page.text).not.toContain('value="Instrument"')
    expect(page.text).toContain('value="Ensemble"')
  })

  it('are none if one is refused, which the page names by its row, with what was entered', async () => {
    const { staff, at, columns } = await openClub()
    const path = at(`${COLUMNS}/several?template=sports`)
    const fields = without(await fieldsOf(staff, path), 'Mannschaft')
    const typed = { 'name.0': 'Gut', 'name.1': 'x'.repeat(65), 'type.4': 'date' }
    const answer = await staff.submit(path, typing(fields, typed))
    expect(answer.status).toBe(422)
    expect(await columns()).toEqual([])
    expect(answer.text).toContain('<a href="#field-name-1">Feld 2, Name</a>')
    expect(answer.text).toContain('<a href="#field-name-4">Feld 5, Name</a>')
    expect(answer.text).not.toContain('href="#field-name-0"')
    const again = await filledForm(answer.text)
    const kept = (all: [string, string][]) => all.filter(([name]) => name !== 'token')
    expect(kept(again).sort()).toEqual(kept(typing(fields, typed)).sort())
    const mended = await staff.submit(path, typing(again, { 'name.1': 'Kurz', 'name.4': 'Seit' }))
    expect(mended.status).toBe(303)
    expect(namesOf(await columns())).toEqual(expect.arrayContaining(['Gut', 'Kurz', 'Seit', 'Abteilungen']))
    expect(namesOf(await columns())).not.toContain('Mannschaft')
  })

  it('are refused if nothing is chosen, and if the list would have too many', async () => {
    const { club, staff, at, columns } = await openClub()
    const path = at(`${COLUMNS}/several`)
    const nothing = await staff.submit(path, await fieldsOf(staff, path))
    expect(nothing.status).toBe(422)
    expect(textOf(nothing.text)).toContain('trag einen Namen ein')
    const data = Array.from({ length: 199 }, (_, index) => ({ name: `C${index}`, type: 'string' }))
    await club.put('/lists/members/custom_columns', { data })
    const full = await staff.submit(path, { 'name.0': 'One', 'name.1': 'Two' })
    expect([full.status, textOf(full.text).includes('200')]).toEqual([422, true])
    expect(await columns()).toHaveLength(199)
  })

  it('are created once, however often their form is sent', async () => {
    const { staff, at, columns } = await openClub()
    const path = at(`${COLUMNS}/several`)
    const fields = typing(await fieldsOf(staff, path), { 'name.0': 'Note' })
    for (let sent = 0; sent < 2; sent++)
      expect(leadsTo(await staff.submit(path, fields))).toBe(at(`${COLUMNS} after added`))
    expect(namesOf(await columns())).toEqual(['Note'])
  })

  it('are for lists of the subscription', async () => {
    const { staff, at } = await openClub('owner', { subscription_variant: 'members' })
    for (const [list, status] of [
      ['contacts', 402],
      ['friends', 404],
    ]) {
      const path = at(`/settings/columns/${list}/several?template=sports`)
      expect((await staff.get(path)).status).toBe(status)
      expect((await staff.submit(path, { 'name.0': 'Note' })).status).toBe(status)
    }
  })
})

describe('several cost units at once', () => {
  it('are those that are ticked in a template and those in rows, with spheres and categories, in one batch', async () => {
    const { club, staff, at, costUnits } = await openClub('treasurer')
    const path = at(`${COST_UNITS}/several?template=sports`)
    const page = await staff.get(path)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    const clubhouse = 'Speisen und Getränke, Einkauf, Pacht (Vermögensverwaltung)'
    expect(textOf(page.text)).toContain(`Vereinsheim Wirtschaftlicher Geschäftsbetrieb: ${clubhouse}`)
    const fields = without(await filledForm(page.text), 'Kurse')
    const typed = { 'name.1': 'Jubiläum', 'sphere.1': 'business', 'name.2': 'Sonstiges' }
    const answer = await staff.submit(path, typing(fields, typed))
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`${COST_UNITS} after added`)])
    expect(answer.cost.trips).toBe(2)
    const stored = await costUnits()
    const ticked = COST_UNIT_TEMPLATES.de.sports.filter(({ name }) => name !== 'Kurse')
    expect(stored).toMatchObject([
      ...ticked.map(({ name, sphere, categories }) => ({
        name,
        sphere,
        categories: categories.map((one) => (typeof one === 'string' ? { name: one, sphere: null } : one)),
      })),
      { name: 'Jubiläum', sphere: 'business', categories: [] },
      { name: 'Sonstiges', sphere: null },
    ])
    const events = await createdIn(club)
    expect(events).toHaveLength(stored.length)
    expect(new Set(events.map(({ batch_id }) => batch_id)).size).toBe(1)
    const rest = await staff.get(path)
    expect(textOf(rest.text)).toContain('Schon vorhanden: Beiträge und Spenden, Verwaltung')
    expect((await filledForm(rest.text)).filter(([name, value]) => name === 'entry' && value)).toEqual([
      ['entry', 'Kurse'],
    ])
  })

  it('are none if a name is taken or given twice, which the page names', async () => {
    const { club, staff, at, costUnits } = await openClub()
    const path = at(`${COST_UNITS}/several?template=support`)
    const fields = await fieldsOf(staff, path)
    await club.post('/cost_units', { name: 'Verkauf' })
    await club.post('/cost_units', { name: 'Chor' })
    const typed = {
      'name.0': 'Chor',
      'name.1': 'Neu',
      'name.2': 'Neu',
      'name.3': 'Jugend',
      'sphere.3': 'none',
    }
    const answer = await staff.submit(path, typing(fields, typed))
    expect(answer.status).toBe(422)
    expect(namesOf(await costUnits())).toEqual(['Verkauf', 'Chor'])
    const labels = [...answer.text.matchAll(/<a href="#field-([\w-]+)">([^<]*)<\/a>/g)].map(
      ([, , label]) => label,
    )
    expect(labels).toEqual([
      'Verkauf',
      'Kostenstelle 1, Name',
      'Kostenstelle 3, Name',
      'Kostenstelle 4, Sphäre',
    ])
    const again = typing(await filledForm(answer.text), { 'name.0': '', 'name.2': '', 'sphere.3': 'ideal' })
    expect((await staff.submit(path, again)).status).toBe(303)
    expect(namesOf(await costUnits())).toEqual(expect.arrayContaining(['Neu', 'Jugend', 'Förderung']))
  })

  it('are refused if the workspace would have too many, of them or of their categories', async () => {
    const { club, staff, at, costUnits } = await openClub()
    await rows(
      `INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at)
      SELECT ?, 'cst_' || value, 'Unit ' || value, '', '' FROM json_each(?)`,
      club.id,
      JSON.stringify(Array.from({ length: 499 }, (_, index) => index)),
    )
    const path = at(`${COST_UNITS}/several`)
    const many = await staff.submit(path, { 'name.0': 'One', 'name.1': 'Two' })
    expect([many.status, many.text.includes('href="#field-name-1"')]).toEqual([422, true])
    expect(many.text).not.toContain('href="#field-name-0"')
    await rows('DELETE FROM cost_units')
    await rows(
      `INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name)
      SELECT ?, 'cst_1', 'cat_' || value, 'Category ' || value FROM json_each(?)`,
      club.id,
      JSON.stringify(Array.from({ length: 4_995 }, (_, index) => index)),
    )
    const template = at(`${COST_UNITS}/several?template=music`)
    const full = await staff.submit(template, await fieldsOf(staff, template))
    expect([full.status, await costUnits()]).toEqual([422, []])
  })

  it('are created once, however often their form is sent', async () => {
    const { staff, at, costUnits } = await openClub()
    const path = at(`${COST_UNITS}/several`)
    const fields = typing(await fieldsOf(staff, path), { 'name.0': 'Chor' })
    for (let sent = 0; sent < 2; sent++)
      expect(leadsTo(await staff.submit(path, fields))).toBe(at(`${COST_UNITS} after added`))
    expect(namesOf(await costUnits())).toEqual(['Chor'])
  })
})

describe('templates', () => {
  it.each([
    ['de', 'de-AT', 'en'],
    ['en', 'en-GB', 'de'],
  ] as const)(
    'can be added as they are, in the language of the workspace (%s)',
    async (language, locale, other) => {
      for (const template of TEMPLATES) {
        const { club, staff, at, columns, costUnits } = await openClub('owner', { locale })
        await rows('UPDATE staff SET locale = ? WHERE id = ?', other, staff.id)
        for (const [page, expected, stored] of [
          [COLUMNS, COLUMN_TEMPLATES[language][template].members, () => columns()],
          [
            '/settings/columns/contacts',
            COLUMN_TEMPLATES[language][template].contacts,
            () => columns('contacts'),
          ],
          [COST_UNITS, COST_UNIT_TEMPLATES[language][template], costUnits],
        ] as const) {
          const path = at(`${page}/several?template=${template}`)
          const answer = await staff.submit(path, await fieldsOf(staff, path))
          expect(answer.status, answer.text).toBe(303)
          expect(namesOf(await stored())).toEqual(namesOf([...expected]))
        }
        expect(await club.get('/cost_units')).toMatchObject({ status: 200 })
      }
    },
  )

  it('are offered by lists of up to five entries, to those who may add some', async () => {
    const { club, staff, at } = await openClub()
    const offers = async (page: string, by = staff) =>
      (await by.get(at(page))).text.includes(`${page}/several?template=music"`)
    expect([await offers(COLUMNS), await offers(COST_UNITS)]).toEqual([true, true])
    const auditor = await staffOf(club, 'auditor')
    expect(await offers(COST_UNITS, auditor)).toBe(false)
    const add = (count: number) =>
      club.put('/lists/members/custom_columns', {
        data: Array.from({ length: count }, (_, index) => ({ name: `C${index}`, type: 'string' })),
      })
    await add(5)
    expect(await offers(COLUMNS)).toBe(true)
    await add(1)
    expect(await offers(COLUMNS)).toBe(false)
    expect((await staff.get(at(COLUMNS))).text).toContain(`${COLUMNS}/several"`)
  })

  it('are empty if an address names an unknown one', async () => {
    const { staff, at } = await openClub()
    const page = await staff.get(at(`${COLUMNS}/several?template=toString`))
    expect([page.status, page.text.includes('name="entry"')]).toEqual([200, false])
  })
})
