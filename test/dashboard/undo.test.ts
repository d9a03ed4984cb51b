import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmApplicants } from '../../src/domain/applications/confirm'
import { readBrowseQuery } from '../../src/domain/persons/browse-query'
import type { BulkAct } from '../../src/domain/persons/bulk/act'
import { previewBulk } from '../../src/domain/persons/bulk/preview'
import { runBulk } from '../../src/domain/persons/bulk/run'
import { type Undone, undoBatch } from '../../src/domain/persons/undo'
import { updatePerson } from '../../src/domain/persons/update'
import { newId } from '../../src/domain/shared/ids'
import type { StaffPrincipal } from '../../src/domain/staff/principal'
import { clubOf, columns, NOTE, person, SHIRT, TEAMS } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { memberId, seedMembers } from '../support/seed-members'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const list = 'members'

const COLUMNS = columns([SHIRT, TEAMS, NOTE, { name: 'Size', type: 'number', external_id: 'size' }])

const member = (id: string, fields: object = {}) =>
  person({ external_id: id, name: { last_name: id }, ...fields })

/** A workspace with the columns and these members. */
const clubWith = (...members: ReturnType<typeof member>[]) => clubOf(COLUMNS, ...members)

/** A principal whose next act is a batch of its own. */
const acting = (principal: StaffPrincipal): StaffPrincipal => ({
  ...principal,
  actor: { ...principal.actor, batchId: newId('bat', new Date()) },
})

/** The batch of the last event. */
const lastBatch = async (club: Workspace) => String((await eventsOf(club)).at(-1)?.batch_id)

async function undo(club: Workspace, batchId?: string): Promise<Undone> {
  const undone = await undoBatch(await principalOf(club, 'office'), {
    batchId: batchId ?? (await lastBatch(club)),
  })
  if (!undone) throw new Error('there is no such batch')
  return undone
}

async function bulk(principal: StaffPrincipal, act: BulkAct, ids?: string[]): Promise<string> {
  const actor = acting(principal)
  const selection = ids ? { ids } : { query: readBrowseQuery({ status: 'all' }) }
  const { mark, seal } = await previewBulk(actor, { list, selection, act })
  await runBulk(actor, { list, selection, act, valueIn: () => act.value, mark, seal })
  return actor.actor.batchId
}

const get = async (club: Workspace, id: string) => (await club.get(`${PERSONS}/${id}`)).body.data

/** What is stored of all persons, but for how often and when they were written. */
async function stored() {
  const all = await rows<Record<string, unknown>>('SELECT * FROM persons ORDER BY id')
  return all.map(({ revision, updated_at, custom_values, ...one }) => ({
    ...one,
    custom_values: JSON.parse(String(custom_values)),
  }))
}

describe('undoing an edit', () => {
  it('gives every field back, in two trips and an event', async () => {
    const { club } = await clubWith(
      member('a', {
        name: { first_name: 'Jörg', last_name: 'Weiß' },
        email: 'a@example.org',
        birthdate: '1985-12-10',
        phone_numbers: [{ label: 'privat', number: '1"\\' }],
        address: { street: 'Uferweg 1', city: 'Köln' },
        sepa_mandate: { reference: 'M-1', signature_date: null },
        payment_method: 'cash',
        membership_number: '7',
        join_date: '2020-01-01',
        shirt: 'S',
        teams: ['A'],
        size: 1.5,
      }),
    )
    const before = await stored()
    await club.put(`${PERSONS}/a`, {
      external_id: 'b',
      name: { first_name: null, last_name: 'Çelik' },
      email: null,
      birthdate: '1990-01-01',
      phone_numbers: null,
      address: null,
      sepa_mandate: { reference: 'M-2' },
      payment_method: 'bank_transfer',
      membership_number: null,
      join_date: null,
      leave_date: '2030-01-01',
      shirt: null,
      teams: ['A', 'B'],
      note: 'x',
      size: 2,
    })
    const [, edited] = await eventsOf(club).then((events) => events.slice(-2))
    const principal = await principalOf(club, 'office')
    expect(await undoBatch(principal, { batchId: String(edited?.batch_id) })).toEqual({
      restored: 1,
      leftAlone: 0,
      batchId: principal.actor.batchId,
    })
    expect(principal.cost.trips).toBe(2)
    expect(await stored()).toEqual(before)
    const [undone, ...more] = await eventsOf(club, edited?.number)
    expect(more).toEqual([])
    expect(undone).toMatchObject({
      action: 'person.updated',
      batch_id: principal.actor.batchId,
      subject_name: 'Çelik',
    })
    const reversed = Object.entries(edited?.changes ?? {}).map(([key, [from, to]]) => [key, [to, from]])
    expect(undone?.changes).toEqual(Object.fromEntries(reversed))
  })

  it('can be undone itself', async () => {
    const { club } = await clubWith(member('a', { email: 'a@example.org' }))
    await club.put(`${PERSONS}/a`, { email: 'b@example.org', shirt: 'M' })
    const after = await stored()
    const { batchId } = await undo(club)
    expect(await undo(club, batchId)).toMatchObject({ restored: 1, leftAlone: 0 })
    expect(await stored()).toEqual(after)
  })

  it('leaves alone what has changed since', async () => {
    const { club } = await clubWith(member('a', { email: 'a@example.org', shirt: 'S', teams: ['A'] }))
    await club.put(`${PERSONS}/a`, { email: 'b@example.org', shirt: 'M', teams: ['B'], note: 'x' })
    const batchId = await lastBatch(club)
    await club.put(`${PERSONS}/a`, { email: 'c@example.org', teams: ['A', 'B'] })
    expect(await undo(club, batchId)).toMatchObject({ restored: 1, leftAlone: 1 })
    expect(await get(club, 'a')).toMatchObject({
      email: 'c@example.org',
      shirt: 'S',
      teams: ['A', 'B'],
      note: null,
    })
    const again = await principalOf(club)
    expect(await undoBatch(again, { batchId })).toMatchObject({ restored: 0, leftAlone: 1 })
    expect(again.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
  })

  it('leaves bank accounts alone, of which events hold the end', async () => {
    const { club } = await clubWith(member('a', { bank_account: { iban: 'DE89370400440532013000' } }))
    await club.put(`${PERSONS}/a`, { bank_account: { iban: 'NL91ABNA0417164300' }, shirt: 'M' })
    expect(await undo(club)).toMatchObject({ restored: 1, leftAlone: 1 })
    expect(await get(club, 'a')).toMatchObject({ bank_account: { iban: 'NL91ABNA0417164300' }, shirt: null })
  })

  it.each([
    [
      'an external id that another person has',
      async (club: Workspace) => {
        await club.put(`${PERSONS}/a`, { external_id: 'x' })
        const batchId = await lastBatch(club)
        await club.put(`${PERSONS}/b`, { external_id: 'a' })
        return batchId
      },
    ],
    [
      'a membership number that another person has',
      async (club: Workspace) => {
        await club.put(`${PERSONS}/a`, { membership_number: '2' })
        const batchId = await lastBatch(club)
        await club.put(`${PERSONS}/b`, { membership_number: '1' })
        return batchId
      },
    ],
    [
      'a value that the column no longer allows',
      async (club: Workspace) => {
        await club.put(`${PERSONS}/a`, { shirt: null })
        const batchId = await lastBatch(club)
        await rows(`UPDATE custom_columns SET allowed_values = '["M"]' WHERE name = 'Shirt'`)
        await rows('UPDATE workspaces SET columns_version = columns_version + 1')
        return batchId
      },
    ],
    [
      'what would leave a person without a name',
      async (club: Workspace) => {
        await club.put(`${PERSONS}/c`, { email: 'c@example.org' })
        const batchId = await lastBatch(club)
        await club.put(`${PERSONS}/c`, { name: null, external_id: null })
        return batchId
      },
    ],
    [
      'what would make custom values too long',
      async (club: Workspace) => {
        await club.put(`${PERSONS}/a`, { note: null })
        const batchId = await lastBatch(club)
        await rows(
          `UPDATE persons SET custom_values = json_set(custom_values, '$.col_x', '${'x'.repeat(32_700)}')`,
        )
        return batchId
      },
    ],
  ])('leaves %s alone', async (_, change) => {
    const { club } = await clubWith(
      member('a', { membership_number: '1', shirt: 'S', note: 'y'.repeat(100) }),
      member('b'),
      member('c'),
    )
    const batchId = await change(club)
    const before = await stored()
    expect(await undo(club, batchId)).toMatchObject({ restored: 0, leftAlone: 1 })
    expect(await stored()).toEqual(before)
  })

  it('restores nothing of persons who were created or deleted', async () => {
    const { club } = await clubWith(member('a'), member('b'))
    expect(await undo(club)).toMatchObject({ restored: 0, leftAlone: 2 })
    await club.put(`${PERSONS}/a`, { shirt: 'M' })
    const edited = await lastBatch(club)
    await club.delete(`${PERSONS}/a`)
    expect(await undo(club)).toMatchObject({ restored: 0, leftAlone: 1 })
    expect(await undo(club, edited)).toMatchObject({ restored: 0, leftAlone: 1 })
  })

  it('is done for contacts too', async () => {
    const { club } = await clubWith()
    await club.post('/lists/contacts/persons', { external_id: 'c', name: { last_name: 'Bach' } })
    await club.put('/lists/contacts/persons/c', { email: 'c@example.org' })
    expect(await undo(club)).toMatchObject({ restored: 1 })
    expect((await club.get('/lists/contacts/persons/c')).body.data.email).toBeNull()
  })
})

describe('undoing a bulk act', () => {
  it('restores who is as it was left', async () => {
    const { club } = await clubWith(member('a', { shirt: 'S' }), member('b'), member('c', { shirt: 'M' }))
    const principal = await principalOf(club)
    const batchId = await bulk(principal, { kind: 'set', field: 'shirt', value: 'M' })
    await club.put(`${PERSONS}/b`, { shirt: 'S' })
    expect(await undo(club, batchId)).toMatchObject({ restored: 1, leftAlone: 1 })
    const shirts = await Promise.all(['a', 'b', 'c'].map(async (id) => (await get(club, id)).shirt))
    expect(shirts).toEqual(['S', 'S', 'M'])
  })

  it('is no repetition where one person is as before and another is not', async () => {
    const { club } = await clubWith(member('a', { shirt: 'S' }), member('b'))
    const batchId = await bulk(await principalOf(club), { kind: 'set', field: 'shirt', value: 'M' })
    await club.put(`${PERSONS}/a`, { shirt: 'S' })
    const undone = await undo(club, batchId)
    expect([undone.restored, undone.isRepeated]).toEqual([1, undefined])
    expect((await undo(club, batchId)).isRepeated).toBe(true)
  })

  it('takes back ten thousand in two trips', async () => {
    const { club } = await clubWith()
    await seedMembers(club.id, 10_000)
    const batchId = await bulk(await principalOf(club), { kind: 'end', value: '2999-12-31' })
    const principal = await principalOf(club)
    expect(await undoBatch(principal, { batchId })).toMatchObject({ restored: 10_000, leftAlone: 0 })
    expect(principal.cost.trips).toBe(2)
    expect(await rows('SELECT count(*) AS n FROM persons WHERE leave_date IS NOT NULL')).toEqual([{ n: 0 }])
  })

  it('reads the events of its minutes alone', async () => {
    const { club } = await clubWith(member('a'))
    await rows(
      `INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, door, subject_kind, subject_id)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
       SELECT ?1, (SELECT max(number) FROM events WHERE workspace_id = ?1) + n,
         strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-20 hours', '+' || n || ' seconds'), '', 'bat_x', 'person.updated', 'staff',
         'dashboard', 'member', 'per_x' FROM numbers`,
      club.id,
    )
    await rows(`UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE batch_id <> 'bat_x'`)
    await rows(`DELETE FROM events WHERE number = 1`)
    await club.put(`${PERSONS}/a`, { shirt: 'M' })
    const principal = await principalOf(club)
    expect(await undoBatch(principal, { batchId: await lastBatch(club) })).toMatchObject({ restored: 1 })
    expect(principal.cost.rowsRead).toBeLessThan(600)
  })
})

describe('undoing a confirmation', () => {
  const applicant = async (club: Workspace) =>
    club.post(PERSONS, { external_id: 'x', membership_number: '5', creation_behaviour: 'unconfirmed' })

  it('returns the person to the applications, and does so in copies of the list', async () => {
    const { club } = await clubWith(member('a'))
    const { body } = await applicant(club)
    const before = await stored()
    await club.post(`${PERSONS}/x/confirmation`, undefined)
    await club.put(`${PERSONS}/a`, { shirt: 'M' })
    const [confirmed] = (await eventsOf(club)).filter(({ action }) => action === 'person.confirmed')
    const page = await club.get(PERSONS)
    await undo(club)
    expect(await undo(club, confirmed?.batch_id)).toMatchObject({ restored: 1, leftAlone: 0 })
    expect(await stored()).toEqual(before)
    const { body: deleted } = await club.get('/lists/members/deleted_persons')
    expect(deleted.data).toMatchObject([{ id: body.data.id, external_id: 'x' }])
    const [{ updated_at } = { updated_at: '' }] = await rows<{ updated_at: string }>(
      `SELECT updated_at FROM persons WHERE area = 'applications'`,
    )
    expect(updated_at > deleted.data[0].deleted_at).toBe(true)
    const again = await club.get(PERSONS, {
      headers: { 'If-None-Match': String(page.headers.get('ETag')) },
    })
    expect([again.status, again.body.data.length]).toEqual([200, 1])
  })

  it('can be undone itself', async () => {
    const { club } = await clubWith()
    await applicant(club)
    await club.post(`${PERSONS}/x/confirmation`, undefined)
    const after = await stored()
    const { batchId } = await undo(club)
    expect(await undo(club, batchId)).toMatchObject({ restored: 1, leftAlone: 0 })
    expect(await stored()).toEqual(after)
  })

  it('is done with the number and the date on which the member joined, or not at all', async () => {
    const { club } = await clubWith()
    const { body } = await applicant(club)
    const numbers = { [body.data.id]: '6' }
    await confirmApplicants(await principalOf(club, 'office'), { joinDate: '2026-01-01', numbers })
    const [confirmed] = (await eventsOf(club)).filter(({ action }) => action === 'person.confirmed')
    await club.put(`${PERSONS}/x`, { membership_number: '7' })
    expect(await undo(club, confirmed?.batch_id)).toMatchObject({ restored: 0, leftAlone: 1 })
    await club.put(`${PERSONS}/x`, { membership_number: '6' })
    expect(await undo(club, confirmed?.batch_id)).toMatchObject({ restored: 1, leftAlone: 0 })
    expect(await rows('SELECT area, join_date, membership_number AS number FROM persons')).toEqual([
      { area: 'applications', join_date: null, number: '5' },
    ])
  })
})

describe('who may undo', () => {
  it('is staff who may write to the list of this workspace', async () => {
    const { club } = await clubWith(member('a'))
    await club.put(`${PERSONS}/a`, { shirt: 'M' })
    const batchId = await lastBatch(club)
    const before = await stored()
    for (const role of ['treasurer', 'auditor'] as const) {
      const principal = await principalOf(club, role)
      await expect(undoBatch(principal, { batchId })).rejects.toMatchObject({ reason: 'permission_missing' })
      expect(principal.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    }
    const stranger = await principalOf((await clubWith()).club, 'owner')
    expect(await undoBatch(stranger, { batchId })).toBeUndefined()
    expect((await stored()).length).toBe(before.length)
    expect((await get(club, 'a')).shirt).toBe('M')
  })

  it('may do so for a day', async () => {
    const { club } = await clubWith(member('a'))
    await club.put(`${PERSONS}/a`, { shirt: 'M' })
    const batchId = await lastBatch(club)
    const at = (hours: number) => ({ now: new Date(Date.now() + hours * 3_600_000) })
    const late = { ...(await principalOf(club)), ...at(24.1) }
    expect(await undoBatch(late, { batchId })).toBeUndefined()
    expect(await undoBatch({ ...(await principalOf(club)), ...at(23.9) }, { batchId })).toMatchObject({
      restored: 1,
    })
  })

  it.each(['', 'bat_', 'bat_zzzzzzzz0123456789abcdef', 'evt_000000000001', "bat_'; --"])(
    'answers the unknown batch "%s"',
    async (batchId) => {
      expect(await undoBatch(await principalOf((await clubWith()).club), { batchId })).toBeUndefined()
    },
  )
})

describe('the page', () => {
  const german = { headers: { 'Accept-Language': 'de' } }

  async function edited(changes: object, stored: object = {}) {
    const { club } = await clubWith(member('Bach', stored))
    await club.put(`${PERSONS}/Bach`, changes)
    const staff = await staffOf(club, 'office')
    return { club, staff, batch: await lastBatch(club), path: `/dashboard/${club.id}` }
  }

  it('leads back to the page that asked, which says so', async () => {
    const { club, staff, batch, path } = await edited({ shirt: 'M' })
    const { status, headers, cost } = await staff.submit(`${path}/undo`, {
      batch,
      back: `${path}/members?q=1`,
    })
    expect([status, cost.trips]).toEqual([303, 2])
    expect(leadsTo({ headers })).toBe(`${path}/members?q=1 after undone?batch=${await lastBatch(club)}`)
    expect((await get(club, 'Bach')).shirt).toBeNull()
  })

  it.each(['', 'https://example.org/', '//example.org', '/dashboard/other/members', '/portal'])(
    'leads to the first page for the address "%s"',
    async (back) => {
      const { staff, batch, path } = await edited({ shirt: 'M' })
      const { headers } = await staff.submit(`${path}/undo`, { batch, back })
      expect(leadsTo({ headers })).toMatch(new RegExp(`^${path} after undone\\?batch=bat_`))
    },
  )

  it('names what was left alone, and why', async () => {
    const account = { iban: 'DE89370400440532013000' }
    const { club, staff, batch, path } = await edited({ shirt: 'M', note: 'x', bank_account: account })
    await club.put(`${PERSONS}/Bach`, { note: 'y', name: { first_name: '<b>' } })
    const answer = await staff.submit(`${path}/undo`, { batch, back: `${path}/members` })
    expect(answer.status).toBe(303)
    const location = String(answer.headers.get('Location'))
    expect(location).toMatch(new RegExp(`^${path}/undo\\?of=${batch}&by=bat_`))
    const { text, cost } = await staff.get(location, german)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    for (const part of [
      'Angaben einer Person sind wieder wie vorher.',
      'Bach',
      'Note: inzwischen geändert',
      'Bankverbindung: von Bankverbindungen merkt sich',
      `href="${path}/members"`,
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/\bShirt\b/)
    const english = await staff.get(location, { headers: { 'Accept-Language': 'en' } })
    expect(english.text).toContain('Note: changed since')
  })

  it('says that creations and deletions have no undo', async () => {
    const { club, staff, path } = await edited({})
    const created = await staff.submit(`${path}/undo`, { batch: await lastBatch(club) })
    const report = await staff.get(String(created.headers.get('Location')), german)
    expect(report.text).toContain('angelegt; das lässt sich nicht rückgängig machen')
    await club.delete(`${PERSONS}/Bach`)
    const deleted = await staff.submit(`${path}/undo`, { batch: await lastBatch(club) })
    const { text } = await staff.get(String(deleted.headers.get('Location')), german)
    expect(text).toContain('Gelöschte Person')
    expect(text).toContain('Es wurde nichts geändert.')
  })

  it('says when it is too late', async () => {
    const { staff, batch, path } = await edited({ shirt: 'M' })
    await rows(`UPDATE events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-25 hours')`)
    const { status, text, cost } = await staff.submit(`${path}/undo`, { batch }, german)
    expect([status, cost.rowsWritten]).toEqual([422, 0])
    expect(text).toContain('nicht mehr rückgängig machen')
  })
})

describe('any acts', () => {
  const values = {
    'name.first_name': fc.constantFrom('Ada', 'Ünal', null),
    email: fc.constantFrom('a@example.org', 'b@example.org', null),
    birthdate: fc.constantFrom('1985-12-10', null),
    address: fc.constantFrom({ city: 'Köln' }, { street: 'Weg 1', city: 'Bonn' }, null),
    phone_numbers: fc.constantFrom([{ number: '1' }], [{ label: 'privat', number: '2' }], null),
    payment_method: fc.constantFrom('cash', 'direct_debit', null),
    leave_date: fc.constantFrom('2030-01-01', null),
    shirt: fc.constantFrom('S', 'M', null),
    teams: fc.constantFrom(['A'], ['B', 'A'], [], null),
    note: fc.constantFrom('x', 'Zeile 1\n"Zeile" 2', null),
    size: fc.constantFrom(1, -2.5, 1e21, null),
  }
  const edit = fc.record({
    kind: fc.constant('edit' as const),
    id: fc.integer({ min: 1, max: 3 }),
    body: fc.record(values, { requiredKeys: [] }),
  })
  const bulkAct = fc.record({
    kind: fc.constant('bulk' as const),
    ids: fc.option(fc.subarray([1, 2, 3], { minLength: 1 }), { nil: undefined }),
    act: fc.constantFrom<BulkAct[]>(
      { kind: 'set', field: 'shirt', value: 'S' },
      { kind: 'set', field: 'payment_method', value: null },
      { kind: 'set', field: 'note', value: 'all' },
      { kind: 'add', field: 'teams', value: 'B' },
      { kind: 'remove', field: 'teams', value: 'A' },
      { kind: 'end', value: '2029-12-31' },
    ),
  })

  it('followed by their undos in reverse order end where they began', async () => {
    const { club } = await clubWith()
    await seedMembers(club.id, 3)
    const principal = await principalOf(club)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(edit, bulkAct), { minLength: 1, maxLength: 5 }), async (acts) => {
        const before = await stored()
        const batches: string[] = []
        for (const act of acts) {
          if (act.kind === 'bulk')
            batches.push(
              await bulk(
                principal,
                act.act,
                act.ids?.map((n) => memberId(n)),
              ),
            )
          else {
            const { 'name.first_name': first_name, ...fields } = act.body
            const body = { ...fields, ...(first_name !== undefined && { name: { first_name } }) }
            const actor = acting(principal)
            await updatePerson(actor, { list, idOrExternalId: memberId(act.id), body })
            batches.push(actor.actor.batchId)
          }
        }
        for (const batchId of batches.reverse()) {
          const undone = await undoBatch(acting(principal), { batchId })
          // An act that changed nothing has no events.
          expect(undone?.leftAlone ?? 0).toBe(0)
        }
        expect(await stored()).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })
})
