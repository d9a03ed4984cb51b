import { describe, expect, it } from 'vitest'
import { firstIdAt } from '../../src/domain/shared/ids'
import type { Role } from '../../src/domain/staff/roles'
import { ADA, addTo, clubOf, fee, person, signedIn } from '../support/club'
import { runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { deliverMails, postMail, serviceError } from '../support/mails'
import { createPerson } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const count = (club: Workspace, day: string, members: number, openAmount = 0) =>
  rows(
    'INSERT INTO daily_counts (workspace_id, day, members, contacts, open_fees, open_amount) VALUES (?, ?, ?, 3, 2, ?)',
    club.id,
    day,
    members,
    openAmount,
  )

const NOTHING_OPEN = { 'Offene Beiträge': '0', 'Offener Betrag': '0,00 €' }

/** The figures of the page, by their names. */
const figuresIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/stat-label">([^<]*)<\/span><span class="stat-value">([^<]*)</g)].map(
      ([, name, value]) => [name, value],
    ),
  )

const textOf = (html: string): string => html.replaceAll('\u00a0', ' ')

describe('home', () => {
  it('counts members, contacts and open fees as they are now, as their lists do, in one trip that writes nothing', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    const home = async () => {
      const { status, text, cost } = await owner.get(`/dashboard/${club.id}`)
      expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
      return textOf(text)
    }
    expect(figuresIn(await home())).toEqual({ Mitglieder: '0', Kontakte: '0', ...NOTHING_OPEN })
    await addTo(
      club,
      person(ADA),
      person({ name: { first_name: 'Grace' } }),
      person({ name: { first_name: 'Left' }, leave_date: '2020-12-31' }),
      person({ name: { first_name: 'Town' } }, 'contacts'),
      ...[4500, 1_080_000_00, 700].map((amount) => fee(amount)),
    )
    await rows("UPDATE fees SET status = 'collecting' WHERE amount = 700")
    const page = await home()
    expect(figuresIn(page)).toEqual({
      Mitglieder: '2',
      Kontakte: '1',
      'Offene Beiträge': '2',
      'Offener Betrag': '1.080.045,00 €',
    })
    expect(page).toContain('dazu 7,00 € im Einzug')
    expect(textOf((await owner.get(`/dashboard/${club.id}/fees`)).text)).toContain('1.080.045,00 €')
    expect((await owner.get(`/dashboard/${club.id}/members`)).text).toContain('1–2 von 2')
    expect(page).not.toContain('über Nacht')
  })

  it('compares members with the count before this month, and says when the charts were counted', async () => {
    const { club } = await clubOf(person(ADA))
    await count(club, '2026-10-31', 3)
    await count(club, '2026-11-20', 312, 431000)
    const { text } = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}`)
    for (const part of ['−2 in diesem Monat', 'Einmal in der Nacht gezählt, zuletzt am 20. November 2026'])
      expect(text).toContain(part)
  })

  it('shows the count of the night, with its day, of a list that is too long to count at once', async () => {
    const club = await workspace()
    await rows(
      `INSERT INTO persons (workspace_id, list_id, area, id, first_name, custom_values, created_at, updated_at)
      SELECT ?, 'members', 'regular', 'per_' || value, 'Ada', '{}', '', '' FROM json_each(?)`,
      club.id,
      JSON.stringify(Array.from({ length: 10_001 }, (_, index) => index)),
    )
    const owner = await staffOf(club, 'owner')
    const home = async () => textOf((await owner.get(`/dashboard/${club.id}`)).text)
    expect(figuresIn(await home()).Mitglieder).toBe('mehr als 10.000')
    await runNightly()
    expect(figuresIn(await home()).Mitglieder).toBe('10.001')
    expect(await home()).toContain('mehr als 10.000 Personen werden einmal in der Nacht gezählt, zuletzt am')
    await rows("DELETE FROM persons WHERE id = 'per_1'")
    expect(figuresIn(await home()).Mitglieder).toBe('10.000')
  })

  it('shows sums of fees only to those who may read fees, and persons only to those who may read them', async () => {
    const { club } = await clubOf(person(ADA), fee(4500))
    const home = async (role: 'auditor' | 'office') =>
      figuresIn(textOf((await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text))
    const fees = { 'Offene Beiträge': '1', 'Offener Betrag': '45,00 €' }
    expect(await home('auditor')).toEqual(fees)
    expect(await home('office')).toEqual({ Mitglieder: '1', Kontakte: '0', ...fees })
  })

  it('sums what is open of the fees of the year, as their list does', async () => {
    const { club, fees } = await clubOf(person(ADA), fee(12000), fee(5000))
    const [part, paid] = fees
    const recorded = await club.post('/payments', {
      data: [
        { fee_id: part.id, amount: 4500, paid_on: '2026-01-20', method: 'bank_transfer' },
        { fee_id: paid.id, amount: 5000, paid_on: '2026-01-20', method: 'bank_transfer' },
      ],
    })
    expect(recorded.status).toBe(201)
    const treasurer = await staffOf(club, 'treasurer')
    const home = textOf((await treasurer.get(`/dashboard/${club.id}`)).text)
    expect(home).toMatch(/offen · 1.*75,00 €.*bezahlt · 1.*50,00 €/s)
    expect(home).not.toContain('120,00 €')
    expect(textOf((await treasurer.get(`/dashboard/${club.id}/fees`)).text)).toContain('75,00 €')
  })

  it('leads to the applications that wait, and counts them up to a hundred', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    const home = async () => (await owner.get(`/dashboard/${club.id}`)).text
    expect(await home()).toContain('Alles erledigt')
    await createPerson(club, { name: { first_name: 'Ada' }, creation_behaviour: 'unconfirmed' })
    expect(await home()).toContain('1 Antrag wartet')
    await rows(
      `INSERT INTO persons (workspace_id, list_id, area, id, first_name, custom_values, created_at, updated_at)
      SELECT ?, 'members', 'applications', 'per_' || value, 'Ada', '{}', '', '' FROM json_each(?)`,
      club.id,
      JSON.stringify(Array.from({ length: 120 }, (_, index) => index)),
    )
    expect(await home()).toContain('mehr als 99 Anträge warten')
  })

  it('tells those who handle money what waits, and leads there', async () => {
    const { club } = await clubOf(person(ADA), fee(100))
    await rows("UPDATE fees SET status = 'returned' WHERE workspace_id = ?", club.id)
    for (const [run, state, date] of [
      ['run_a', 'released', '2999-01-04'],
      ['run_b', 'submitted', '2026-01-05'],
      ['run_c', 'submitted', '2999-01-06'],
      ['run_d', 'settled', '2026-01-07'],
    ])
      await rows(
        `INSERT INTO collections
          (workspace_id, id, state, collection_date, message_id, creditor, item_count, amount, sha256, created_at)
        VALUES (?, ?, ?, ?, 'message', '{}', 1, 100, '', '')`,
        club.id,
        run,
        state,
        date,
      )
    const home = async (role: Role) =>
      textOf((await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text)
    const page = await home('treasurer')
    expect(page).toContain('Bei 1 Beitrag kam die Lastschrift zurück')
    expect(page).toContain('Einzug am 4. Januar 2999: Datei bei der Bank einreichen')
    expect(page).toContain('Einzug vom 5. Januar 2026: Gutschrift prüfen')
    expect(page).toContain(`/dashboard/${club.id}/direct-debits/run_b`)
    expect(page).toContain('Einzug am 6. Januar 2999: den Mitgliedern ankündigen')
    expect(page).not.toContain('/direct-debits/run_d')
    expect(await home('auditor')).toContain('Deine Rolle liest nur mit')
  })

  it('sums the fees of the year by their state, for those who may read fees', async () => {
    const amounts = [1000, 2000, 4000, 8000]
    const { club } = await clubOf(person(ADA), ...amounts.map((amount) => fee(amount)))
    await rows("UPDATE fees SET status = 'paid' WHERE amount >= 4000")
    await rows(`INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name,
      cost_unit_id, category_id, sphere, status, created_at, updated_at)
      SELECT workspace_id, 'fee_00000000' || amount, reference, 99, description,
      person_id, person_name, cost_unit_id, category_id, sphere, status, created_at, updated_at FROM fees`)
    const home = async (role: Role) => (await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text
    const text = textOf(await home('auditor'))
    for (const part of ['offen · 2', '30,00 €', 'bezahlt · 2', '120,00 €']) expect(text).toContain(part)
  })

  it('tells the last eight acts in sentences, a bulk as one, to those who may read the log', async () => {
    const { club, id, staff: owner } = await clubOf(person(ADA), signedIn('owner'))
    for (let day = 1; day <= 8; day++)
      await club.put(`/lists/members/persons/${id}`, { birthdate: `1990-01-0${day}` })
    await addTo(club, ...Array.from({ length: 40 }, (_, n) => person({ name: { first_name: `B${n}` } })))
    const { text, cost } = await owner.get(`/dashboard/${club.id}`)
    expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
    expect(text).toContain('hat 40 Mitglieder angelegt')
    const [, list = ''] = /Letzte Änderungen(.*?)<\/ol>/s.exec(text) ?? []
    expect(list.split('<li').length - 1).toBe(8)
    for (const role of ['office', 'treasurer'] as const)
      expect((await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text).not.toContain('Lovelace')
  })

  it('reads no more rows for the fees and events of a large association', async () => {
    const { club, staff: owner } = await clubOf(person(ADA), fee(100), signedIn('owner'))
    await rows(`INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name,
      cost_unit_id, category_id, sphere, status, created_at, updated_at)
      SELECT workspace_id, id || value, reference || value, amount, description, person_id,
      person_name, cost_unit_id, category_id, sphere, status, created_at, updated_at
      FROM fees CROSS JOIN (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 12000) SELECT value FROM n)`)
    const { text, cost } = await owner.get(`/dashboard/${club.id}`)
    expect(cost.rowsRead).toBeLessThan(23_700)
    expect(textOf(text)).toContain('Nur die neuesten 10.000 Beiträge sind gezählt.')
  })
})

describe('mails that failed', () => {
  it('wait for those who may send, until they are sent, for thirty days', async () => {
    const { club, staff: office } = await clubOf(person(ADA), signedIn('office'))
    const home = async () => {
      const { text, cost } = await office.get(`/dashboard/${club.id}`)
      expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
      return text
    }
    const failing = async () => {
      const { queued, body } = await postMail(club, { filter: {} })
      await deliverMails(queued, { service: () => serviceError('E_VALIDATION_ERROR') })
      return body.data.id as string
    }
    expect(await home()).toContain('Alles erledigt')
    const first = await failing()
    expect(await home()).toContain(`<a href="/dashboard/${club.id}/mails/${first}">1 E-Mail kam nicht an</a>`)
    const second = await failing()
    expect(await home()).toContain(`<a href="/dashboard/${club.id}/mails">2 E-Mails kamen nicht an</a>`)
    expect((await (await staffOf(club, 'auditor')).get(`/dashboard/${club.id}`)).text).not.toContain(
      'nicht an',
    )
    await rows('UPDATE mails SET failed = 0 WHERE id = ?', first)
    expect(await home()).toContain(`/mails/${second}">1 E-Mail kam nicht an`)
    const old = firstIdAt('mai', new Date(Date.now() - 31 * 86_400_000))
    await rows('UPDATE mails SET id = ? WHERE failed > 0', old)
    expect(await home()).toContain('Alles erledigt')
  })
})
