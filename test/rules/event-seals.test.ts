import { beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/domain/shared/hash'
import { runNightly } from '../support/cron'
import { eventsOf } from '../support/events'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

let club: Workspace

beforeEach(async () => {
  club = await workspace()
  for (const name of ['ada', 'ben', 'cleo']) await club.post(PERSONS, { external_id: name })
})

const verify = async ({ id }: Workspace = club, query = '') => {
  const path = `/operator/workspaces/${id}/event_seals/verification${query}`
  const { status, body, cost } = await operator('GET', path)
  expect([status, cost.rowsWritten]).toEqual([200, 0])
  return { ...body.data, trips: cost.trips }
}

const sealsOf = ({ id }: Workspace) =>
  rows<{ first_number: number; last_number: number; hash: string; digests: string; sealed_at: string }>(
    'SELECT * FROM event_seals WHERE workspace_id = ? ORDER BY last_number',
    id,
  )

const eventId = (number: number): string => `evt_${String(number).padStart(12, '0')}`

describe('the nightly run', () => {
  it('seals the events since the last seal, of every workspace', async () => {
    const other = await workspace()
    await runNightly()
    await club.delete(`${PERSONS}/ada`)
    await runNightly()
    await runNightly()
    expect(await sealsOf(club)).toMatchObject([
      { first_number: 1, last_number: 5, digests: expect.stringMatching(/^[0-9a-f]{160}$/) },
      { first_number: 6, last_number: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(await sealsOf(other)).toMatchObject([{ first_number: 1, last_number: 2 }])
  })

  it('seals many events in several seals, and events of many bytes in smaller ones', async () => {
    await insertEvents(2500, '{}')
    await runNightly()
    expect((await sealsOf(club)).map(({ last_number }) => last_number)).toEqual([1000, 2000, 2505])
    await insertEvents(10, JSON.stringify({ text: [null, 'x'.repeat(1_500_000)] }))
    await runNightly()
    expect((await sealsOf(club)).slice(3).map(({ last_number }) => last_number)).toEqual([2511, 2515])
    expect(await verify()).toMatchObject({ first_invalid: null, is_complete: true })
  })

  it('deletes the events that were sealed two years ago, but for the last, and keeps the seals', async () => {
    await runNightly()
    await rows(
      `UPDATE event_seals SET sealed_at = '2024-01-01T00:00:00.000Z' WHERE workspace_id = ?`,
      club.id,
    )
    await runNightly()
    expect((await eventsOf(club)).map(({ number }) => number)).toEqual([5])
    await club.post(PERSONS, { external_id: 'dan' })
    await runNightly()
    expect((await eventsOf(club)).map(({ number }) => number)).toEqual([6])
    expect(await sealsOf(club)).toHaveLength(2)
    expect(await verify()).toMatchObject({ verified_through: eventId(6), first_invalid: null })
  })

  describe('with events of the books', () => {
    // 6 opens an account, 7 enters a voucher, 8 changes a person, 9 reverses the voucher, 10 changes the person.
    beforeEach(async () => {
      const account = { kind: 'cash', name: 'Cash', opening_on: '2025-01-01', opening_amount: 0 }
      const opened = await club.post('/accounts', account)
      expect(opened.status, opened.text).toBe(201)
      const voucher = { account_id: opened.body.data.id, booked_on: '2025-02-01', text: 'Balls', amount: 700 }
      const { body } = await club.post('/vouchers', { data: [voucher] })
      await club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10' })
      await club.post(`/vouchers/${body.data[0].id}/reversal`, { reason: 'x' })
      await club.put(`${PERSONS}/ada`, { birthdate: '1985-12-11' })
      await runNightly()
    })

    const numbers = async () =>
      (
        await rows<{ number: number }>(
          'SELECT number FROM events WHERE workspace_id = ? ORDER BY number',
          club.id,
        )
      ).map(({ number }) => number)
    /** Moves all events and seals of the club into the past. */
    const age = async (years: number) => {
      await rows(
        `UPDATE event_seals SET sealed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${years} years')`,
      )
      await runNightly()
    }

    it('keeps these for ten years after their fiscal year, and the numbers of all go on', async () => {
      expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      await age(3)
      expect(await numbers()).toEqual([6, 7, 9, 10])
      await club.put(`${PERSONS}/ada`, { birthdate: '1985-12-12' })
      await runNightly()
      await age(3)
      expect(await numbers()).toEqual([6, 7, 9, 11])
      expect(await verify()).toMatchObject({
        verified_through: eventId(11),
        first_invalid: null,
        is_complete: true,
      })
      const year = new Date().getUTCFullYear()
      await rows(`UPDATE events SET at = '${year - 10}-01-01T00:00:00.000Z' WHERE number = 6`)
      await runNightly()
      expect(await numbers()).toEqual([6, 7, 9, 11])
      await rows(`UPDATE events SET at = '${year - 11}-12-30T00:00:00.000Z' WHERE number = 6`)
      await runNightly()
      expect(await numbers()).toEqual([7, 9, 11])
    })

    it('verifies what is left, and finds what is missing or changed of it', async () => {
      await age(3)
      const { hash } = await verify()
      expect(await verify()).toMatchObject({ verified_through: eventId(10), first_invalid: null })
      const [seal] = await sealsOf(club)
      expect(hash).toBe(seal?.hash)
      const found = async (statement: string) => {
        const kept = await rows<Record<string, unknown>>('SELECT * FROM events WHERE number = 7')
        await rows(statement)
        const { first_invalid } = await verify()
        await rows('DELETE FROM events WHERE number = 7')
        for (const row of kept) {
          const columns = Object.keys(row)
          await rows(
            `INSERT INTO events (${columns}) VALUES (${columns.map(() => '?')})`,
            ...Object.values(row),
          )
        }
        return first_invalid
      }
      expect(await found('DELETE FROM events WHERE number = 7')).toBe(eventId(7))
      expect(await found(`UPDATE events SET subject_name = 'x' WHERE number = 7`)).toBe(eventId(7))
      expect(await found(`UPDATE events SET action = 'person.updated' WHERE number = 7`)).toBe(eventId(7))
      expect(await found(`UPDATE events SET salt = NULL WHERE number = 7`)).toBe(eventId(7))
      expect(await verify()).toMatchObject({ first_invalid: null })
      // Who leaves an event out of those that are kept changes the hash.
      await rows(`UPDATE event_seals SET kept = '[6,9]'`)
      expect((await verify()).first_invalid).toBe(eventId(1))
    })

    it('verifies seals that were made without digests of what lasts', async () => {
      await rows(`UPDATE event_seals SET parts = NULL, kept = NULL`)
      const events = await rows<Record<string, string>>(
        'SELECT * FROM events WHERE workspace_id = ? ORDER BY number',
        club.id,
      )
      const [seal] = await sealsOf(club)
      const lasting = events.map((row) => [
        row.workspace_id,
        row.number,
        row.at,
        row.request_id,
        row.batch_id,
        row.action,
        row.actor_kind,
        row.actor_id,
        row.actor_kind === 'member' ? null : row.actor_name,
        row.door,
        row.subject_kind,
        row.subject_id,
      ])
      const hash = sha256(JSON.stringify([club.id, '', lasting, seal?.digests]))
      await rows('UPDATE event_seals SET hash = ?', hash)
      expect(await verify()).toMatchObject({ verified_through: eventId(10), hash, first_invalid: null })
      await age(3)
      expect(await numbers()).toEqual([6, 7, 9, 10])
      expect(await verify()).toMatchObject({ verified_through: eventId(10), hash, first_invalid: null })
      await rows(`UPDATE events SET changes = '{}' WHERE number = 7`)
      expect(await verify()).toMatchObject({ first_invalid: eventId(7) })
    })

    it('finds days and instants in what is left of the log', async () => {
      await age(3)
      const at = (number: number) => `2020-0${number - 5}-01T00:00:00.000Z`
      for (const number of [6, 7, 9])
        await rows(`UPDATE events SET at = '${at(number)}' WHERE number = ${number}`)
      const since = async (instant: string) =>
        (await club.get(`/events?since=${instant}`)).body.data.map(
          ({ number, id }: { number?: number; id: string }) => number ?? Number(id.slice(4)),
        )
      expect(await since('2019-01-01T00:00:00Z')).toEqual([6, 7, 9, 10])
      expect(await since('2020-01-15T00:00:00Z')).toEqual([7, 9, 10])
      expect(await since('2020-02-01T00:00:00Z')).toEqual([7, 9, 10])
      expect(await since('2020-03-01T00:00:00Z')).toEqual([9, 10])
      expect(await since('2020-05-01T00:00:00Z')).toEqual([10])
      expect(await since('2099-01-01T00:00:00Z')).toEqual([])
    })
  })

  it('keeps the events that were sealed within two years', async () => {
    await runNightly()
    const recently = new Date(Date.now() - 700 * 86_400_000).toISOString()
    await rows('UPDATE event_seals SET sealed_at = ?', recently)
    await runNightly()
    expect(await eventsOf(club)).toHaveLength(5)
  })
})

/** A character that a text does not begin with, as SQL. */
const other = (column: string) => `CASE substr(${column}, 1, 1) WHEN 'a' THEN 'b' ELSE 'a' END`

describe('the verification of events', () => {
  it('finds nothing to verify before the first seal', async () => {
    const nothing = { verified_through: null, hash: null, first_invalid: null, is_complete: true, trips: 1 }
    expect(await verify()).toEqual(nothing)
  })

  it('says through which event they are as they were sealed', async () => {
    await runNightly()
    await club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10' })
    const [seal] = await sealsOf(club)
    const whole = { first_invalid: null, is_complete: true, trips: 2 }
    expect(await verify()).toEqual({ verified_through: eventId(5), hash: seal?.hash, ...whole })
  })

  it('holds for the emptied events of deleted persons, sealed before or after', async () => {
    await club.delete(`${PERSONS}/ben`)
    await runNightly()
    await club.delete(`${PERSONS}/ada`)
    expect(await verify()).toMatchObject({ verified_through: eventId(6), first_invalid: null })
    await runNightly()
    expect(await verify()).toMatchObject({ verified_through: eventId(7), first_invalid: null })
  })

  it.each([
    ['changes a value', `UPDATE events SET changes = '{}' WHERE number = 4`, 4],
    ['changes a name', `UPDATE events SET subject_name = 'x' WHERE number = 3`, 3],
    ['changes the actor', `UPDATE events SET actor_name = 'x' WHERE number = 5`, 5],
    ['changes the time', `UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE number = 1`, 1],
    [
      'empties an event',
      'UPDATE events SET changes = NULL, subject_name = NULL, salt = NULL WHERE number = 4',
      4,
    ],
    ['deletes an event', 'DELETE FROM events WHERE number = 4', 4],
    ['deletes the last event', 'DELETE FROM events WHERE number = 5', 5],
    ['deletes all events', 'DELETE FROM events', 1],
    ['changes a digest', `UPDATE event_seals SET digests = ${other('digests')} || substr(digests, 2)`, 1],
    [
      'changes a hash',
      `UPDATE event_seals SET hash = ${other('hash')} || substr(hash, 2) WHERE last_number = 5`,
      1,
    ],
    ['deletes a seal', 'DELETE FROM event_seals WHERE last_number = 5', 1],
  ])('finds the event after a statement that %s', async (_, statement, number) => {
    await runNightly()
    await club.post(PERSONS, { external_id: 'dan' })
    await runNightly()
    await rows(statement)
    const found = await verify()
    expect(found).toMatchObject({ first_invalid: eventId(number), is_complete: false })
  })

  it('finds an emptied event that was changed', async () => {
    await runNightly()
    await club.delete(`${PERSONS}/ada`)
    await runNightly()
    await rows(`UPDATE events SET action = 'person.updated' WHERE number = 3`)
    expect(await verify()).toMatchObject({ first_invalid: eventId(3) })
  })

  it('finds an emptied event of a person that was not deleted', async () => {
    await runNightly()
    await rows('UPDATE events SET salt = NULL, changes = NULL WHERE number = 3')
    expect(await verify()).toMatchObject({ first_invalid: eventId(3) })
  })

  it('continues after the event that was verified last', async () => {
    for (let n = 0; n < 30; n++) {
      await club.put(`${PERSONS}/ada`, { birthdate: `1985-12-${10 + (n % 20)}` })
      await runNightly()
    }
    const first = await verify()
    expect(first).toMatchObject({ first_invalid: null, is_complete: false, trips: 26 })
    const second = await verify(club, `?after=${first.verified_through}`)
    expect(second).toMatchObject({ verified_through: eventId(35), is_complete: true, trips: 6 })
    const last = await verify(club, `?after=${second.verified_through}`)
    expect(last).toMatchObject({ verified_through: eventId(35), hash: second.hash, is_complete: true })
  })

  it('refuses a number that is no event, and an unknown workspace', async () => {
    const path = `/operator/workspaces/${club.id}/event_seals/verification`
    expect((await operator('GET', `${path}?after=5`)).status).toBe(422)
    expect((await operator('GET', path.replace(club.id, 'wsp_unknown'))).status).toBe(404)
    expect((await operator('GET', `${path.replace(club.id, 'wsp_unknown')}?after=5`)).status).toBe(404)
  })
})

/** Adds events with these changes, as if many persons had changed. */
async function insertEvents(count: number, changes: string): Promise<void> {
  await rows(
    `INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, door, subject_kind, subject_id,
       subject_name, changes, salt)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST(?2 AS INTEGER))
     SELECT ?1, n + (SELECT max(number) FROM events WHERE workspace_id = ?1), '2026-01-01T00:00:00.000Z', 'r', 'b',
       'person.updated', 'service', 'service', 'member', 'per_' || n, 'Ada', ?3, hex(randomblob(8))
     FROM numbers`,
    club.id,
    count,
    changes,
  )
}
