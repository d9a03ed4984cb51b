import { afterEach, expect, it, vi } from 'vitest'
import { atOnce, inTurns } from '../../src/domain/shared/turns'
import { workspace } from '../support/workspace'

afterEach(() => void vi.restoreAllMocks())

const ROWS = 1_000

function* steps(done: number[]): Generator<void, string> {
  for (let step = 0; step < ROWS; step++) {
    done.push(step)
    yield
  }
  return 'the result'
}

it('long work lets others have their turn, and returns what it returns', async () => {
  const done: number[] = []
  const seen: number[] = []
  const work = inTurns(steps(done))
  while (done.length < ROWS) {
    seen.push(done.length)
    await scheduler.wait(0)
  }
  expect(await work).toBe('the result')
  expect(seen.length).toBeGreaterThan(2)
  const alike: number[] = []
  expect([atOnce(steps(alike)), alike]).toEqual(['the result', done])
})

it('whoever imports a file or synchronizes a list lets others have their turn', async () => {
  const club = await workspace()
  const wait = vi.spyOn(scheduler, 'wait')
  const pauses = () => wait.mock.calls.splice(0).filter(([milliseconds]) => milliseconds === 0).length
  const data = Array.from({ length: ROWS }, (_, n) => ({
    external_id: `m${n}`,
    name: { last_name: `N ${n}` },
  }))
  expect((await club.put('/lists/members/persons', { data })).status).toBe(200)
  expect(pauses()).toBeGreaterThanOrEqual(ROWS / 250)
  const raw = ['Vorname;Nachname', ...data.map((_, n) => `Ada;Lovelace ${n}`)].join('\n')
  const headers = { 'Content-Type': 'text/csv' }
  const { status, body } = await club.post('/lists/members/imports', undefined, { raw, headers })
  expect(status).toBe(201)
  expect(pauses()).toBeGreaterThanOrEqual((5 * ROWS) / 250)
  const run = await club.post(`/imports/${body.data.id}/run`, { mark: body.data.mark })
  expect(run.status).toBe(201)
  expect(pauses()).toBeGreaterThanOrEqual((4 * ROWS) / 250)
})
