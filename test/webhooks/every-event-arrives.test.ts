import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeD1 } from '../support/fake-d1'
import {
  addEndpoint,
  pass,
  type Received,
  receiver,
  runWebhooks,
  toldNumbers,
  verify,
} from '../support/receiver'
import { runs, UNHURRIED } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** What the receiver does: takes all, fails, refuses what is about every third thing, or is there as the service dies. */
const MODES = [
  'takes',
  'fails',
  'is_gone',
  'asks_to_wait',
  'refuses_some',
  'dies_before',
  'dies_after',
] as const
type Mode = (typeof MODES)[number]

type Act =
  | { act: 'add'; persons: number }
  | { act: 'change' }
  | { act: 'delete' }
  | { act: 'receiver'; mode: Mode }
  | { act: 'run'; times: number }
  | { act: 'pass'; seconds: number }
  | { act: 'pause' | 'resume' | 'rotate' | 'widen' }
  | { act: 'replay'; back: number }

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('add' as const), persons: fc.constantFrom(1, 2, 5, 130) }),
  },
  { weight: 3, arbitrary: fc.constant({ act: 'change' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'delete' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('receiver' as const), mode: fc.constantFrom(...MODES) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('run' as const), times: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      seconds: fc.constantFrom(6, 61, 400, 2000, 20_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { act: 'pause' as const },
      { act: 'resume' as const },
      { act: 'rotate' as const },
      { act: 'widen' as const },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('replay' as const), back: fc.integer({ min: 0, max: 8 }) }),
  },
)

/** A club with an endpoint, and what its receiver was sent. */
class World {
  mode: Mode = 'takes'
  secrets: string[] = []
  private added = 0
  private isDead = false
  /** The numbers of the events from which order begins again, since they are replayed. */
  replays = 0

  constructor(
    readonly club: Workspace,
    readonly id: string,
    secret: string,
    readonly received: Received[],
  ) {
    this.secrets.push(secret)
  }

  answer(one: Received): Response {
    const { secrets, mode } = this
    // It is signed with the secret in use, and for a day with the one before.
    expect(secrets.slice(-1).map((secret) => verify(one, secret))).toHaveLength(1)
    if (mode === 'fails') return new Response('', { status: 500 })
    if (mode === 'is_gone') throw new Error('no such host')
    if (mode === 'asks_to_wait') return new Response('', { status: 503, headers: { 'Retry-After': '60' } })
    if (mode === 'refuses_some' && this.isRefused(one)) return new Response('', { status: 422 })
    if (mode.startsWith('dies')) this.isDead = true
    if (mode === 'dies_before') throw new Error('cut')
    return new Response()
  }

  isRefused({ id }: Received): boolean {
    return Number(id.slice(-12)) % 3 === 0
  }

  async do(one: Act): Promise<void> {
    const { club, id } = this
    if (one.act === 'add') {
      const data = Array.from({ length: one.persons }, () => ({
        external_id: `m-${this.added++}`,
        name: { last_name: 'Z' },
      }))
      await club.put('/lists/members/persons', { data })
    } else if (one.act === 'change')
      await club.put('/lists/members/persons', {
        data: [{ external_id: 'm-0', name: { last_name: `Z ${this.added++}` } }],
      })
    else if (one.act === 'delete') await club.delete(`/lists/members/persons/m-${this.added - 1}`)
    else if (one.act === 'receiver') this.mode = one.mode
    else if (one.act === 'run') for (let time = 0; time < one.times; time++) await this.run()
    else if (one.act === 'pass') await pass(club, one.seconds)
    else if (one.act === 'pause') await club.patch(`/webhook_endpoints/${id}`, { state: 'paused' })
    else if (one.act === 'resume') await club.patch(`/webhook_endpoints/${id}`, { state: 'active' })
    else if (one.act === 'widen')
      await club.patch(`/webhook_endpoints/${id}`, { events: ['person.*', 'fee.*'] })
    else if (one.act === 'rotate') {
      const rotated = await club.post(`/webhook_endpoints/${id}/rotation`, undefined)
      this.secrets.push(rotated.body.data.secret)
    } else if (one.act === 'replay') await this.replay(one.back)
  }

  private async replay(back: number): Promise<void> {
    const { body } = await this.club.get('/events?per_page=500')
    const after = body.data.at(-1 - back)
    if (after) await this.club.post(`/webhook_endpoints/${this.id}/replay`, { after: after.id })
    this.replays += 1
  }

  /** Runs the webhooks once; a service that died runs again later. */
  async run(): Promise<void> {
    this.isDead = false
    const DB = fakeD1(async (statements) => {
      if (this.isDead) throw new Error('The service was killed.')
      return env.DB.batch(statements)
    })
    await runWebhooks(this.club, { DB }).catch((error) => {
      if (!this.isDead) throw error
    })
    this.isDead = false
  }
}

/** The events that the endpoint hears of. */
const heard = async ({ id }: Workspace): Promise<number[]> =>
  (
    await rows<{ number: number }>(
      "SELECT number FROM events WHERE workspace_id = ? AND action LIKE 'person.%' ORDER BY number",
      id,
    )
  ).map(({ number }) => number)

it(
  'arrives at least once, in order but for what was parked, signed, and with one body for each id',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 24 }), async (sequence) => {
        const club = await workspace()
        let world: World | undefined
        const { received } = receiver((one) => world?.answer(one) ?? new Response())
        const { id, secret } = await addEndpoint(club, ['person.*'])
        world = new World(club, id, secret, received)
        for (const one of sequence) await world.do(one)

        world.mode = 'takes'
        await club.patch(`/webhook_endpoints/${id}`, { state: 'active' })
        for (let time = 0; time < 3; time++) {
          await pass(club, 50_000)
          await world.run()
        }
        expect((await club.get(`/webhook_endpoints/${id}`)).body.data).toMatchObject({ behind: 0, parked: 0 })
        expect([...new Set(toldNumbers(received))].sort((a, b) => a - b)).toEqual(await heard(club))

        const bodies = new Map<string, Set<string>>()
        for (const one of received) bodies.set(one.id, (bodies.get(one.id) ?? new Set()).add(one.text))
        // After a replay a body is made anew: a person who was deleted since has no changes in it.
        if (world.replays === 0) expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true)
        vi.mocked(globalThis.fetch).mockRestore()
      }),
      runs(60),
    )
  },
  UNHURRIED.timeout,
)

it(
  'arrives in order for the first time where nothing is parked or replayed',
  async () => {
    const inOrder = acts.filter(
      (one) => one.act !== 'replay' && !(one.act === 'receiver' && one.mode === 'refuses_some'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(inOrder, { minLength: 4, maxLength: 24 }), async (sequence) => {
        const club = await workspace()
        let world: World | undefined
        const taken: Received[] = []
        const { received } = receiver((one) => {
          const answer = world?.answer(one) ?? new Response()
          if (answer.ok) taken.push(one)
          return answer
        })
        const { id, secret } = await addEndpoint(club, ['person.*'])
        world = new World(club, id, secret, received)
        // Half an hour of failures would try the delivery after the one that fails.
        for (const one of sequence)
          await world.do(one.act === 'pass' ? { ...one, seconds: Math.min(one.seconds, 61) } : one)
        world.mode = 'takes'
        await club.patch(`/webhook_endpoints/${id}`, { state: 'active' })
        for (let time = 0; time < 3; time++) {
          await pass(club, 50_000)
          await world.run()
        }
        const first = [...new Set(toldNumbers(taken))]
        expect(first).toEqual([...first].sort((a, b) => a - b))
        expect(first).toEqual(await heard(club))
        vi.mocked(globalThis.fetch).mockRestore()
      }),
      runs(60),
    )
  },
  UNHURRIED.timeout,
)
