import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer, Options } from '../support/call'
import { runNightly } from '../support/cron'
import { fakeD1, interruptedBy } from '../support/fake-d1'
import { seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'

const keyed = (key: string, options: Options = {}): Options => ({
  ...options,
  headers: { 'Idempotency-Key': key },
})

const isReplay = ({ headers }: Answer) => headers.get('Idempotent-Replayed') === 'true'

const claims = () => rows('SELECT * FROM idempotent_requests ORDER BY part')

const age = (by: string) =>
  rows("UPDATE idempotent_requests SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', started_at, ?)", by)

/** Creates a workspace with the members e1 to e3 and a custom column. */
async function createFixture(): Promise<Workspace> {
  const club = await workspace()
  await seedMembers(club.id, 3)
  await club.put(COLUMNS, {
    data: [
      { name: 'Shirt', type: 'string', external_id: 'shirt' },
      { name: 'Teams', type: 'array', external_id: 'teams' },
      { name: 'Handicap', type: 'number', external_id: 'handicap' },
    ],
  })
  return club
}

const FEES = [1, 2, 3].map((n) => ({ amount: n, description: `Fee ${n}`, person_external_id: `e${n}` }))

type Act = {
  send: (club: Workspace, options: Options, body?: object) => Promise<Answer>
  /** Another valid body, and one that is refused. */
  other: object
  wrong: object
  /** Counts the rows that the act creates. */
  made: (club: Workspace) => Promise<number>
  makes: number
}

const count = async (table: string, club: Workspace) =>
  Number((await rows(`SELECT count(*) AS n FROM ${table} WHERE workspace_id = ?`, club.id))[0]?.n)

const creates = (person: object): Act => ({
  send: (club, options, body = person) => club.post(PERSONS, body, options),
  other: { ...person, email: 'other@example.org' },
  wrong: { ...person, colour: 'red' },
  made: async (club) => (await count('persons', club)) - 3,
  makes: 1,
})

const ACTS: Record<string, Act> = {
  'claiming fees': {
    send: (club, options, body = { data: FEES }) => club.post('/fees', body, options),
    other: { data: FEES.slice(1) },
    wrong: { data: [...FEES, { amount: 0 }] },
    made: (club) => count('fees', club),
    makes: 3,
  },
  'creating a person': creates({
    external_id: 'ada',
    name: { first_name: 'Ada "Countess"', last_name: 'Lovelace 🧮' },
    email: 'Ada@example.org',
    phone_numbers: [{ label: 'home', number: '+44 20 1815' }],
    address: { street: '12 St James’s Square', postcode: 'SW1Y', city: 'London', country_code: 'GB' },
    payment_method: 'cash',
    join_date: '1835-07-08',
    leave_date: '1852-11-27',
  }),
  'creating a person with custom values': creates({
    name: { first_name: 'Ada' },
    shirt: 'M\\ "x" 🧮',
    teams: ['A', 'ü'],
    handicap: 1e-7,
  }),
  'creating an applicant': creates({ name: { first_name: 'Ada' }, creation_behaviour: 'unconfirmed' }),
  'adding columns': {
    send: (club, options, body = { data: [{ name: 'New', type: 'string', allowed_values: ['S', '🧮'] }] }) =>
      club.put(COLUMNS, body, options),
    other: { data: [{ name: 'Newer', type: 'string' }] },
    wrong: { data: [{ name: 'New', type: 'moon' }] },
    made: async (club) => (await count('custom_columns', club)) - 3,
    makes: 1,
  },
}

describe.each(Object.entries(ACTS))(
  '%s with an Idempotency-Key',
  (_, { send, other, wrong, made, makes }) => {
    it('takes effect once, and returns the same response however often it is sent', async () => {
      const club = await createFixture()
      const first = await send(club, keyed('k'))
      expect([first.status, isReplay(first), first.cost.trips]).toEqual([201, false, 2])
      for (const again of [await send(club, keyed('k')), await send(club, keyed('k'))]) {
        expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true])
        expect([again.cost.trips, again.cost.rowsWritten]).toEqual([1, 0])
        for (const name of ['Content-Type', 'ETag', 'Cache-Control'])
          expect(again.headers.get(name)).toBe(first.headers.get(name))
      }
      expect(await made(club)).toBe(makes)
    })

    it('returns what it returns without a key', async () => {
      const [one, two] = [await createFixture(), await createFixture()]
      const shape = ({ text }: Answer) =>
        text
          .replace(/(per|col|fee)_\w{24}/g, '$1')
          .replace(/RF\w{23}/g, 'RF')
          .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'now')
      const [keyless, withKey] = [await send(one, {}), await send(two, keyed('k'))]
      expect(shape(withKey)).toBe(shape(keyless))
      expect(isReplay(keyless)).toBe(false)
    })

    it('returns 422 for another body, and keeps the first response', async () => {
      const club = await createFixture()
      const first = await send(club, keyed('k'))
      for (const body of [other, wrong]) {
        const refused = await send(club, keyed('k'), body)
        expect([refused.status, isReplay(refused)]).toEqual([422, false])
        expect(Object.keys(refused.body.errors)).toEqual(['Idempotency-Key'])
      }
      expect((await send(club, keyed('k'))).text).toBe(first.text)
      expect(await made(club)).toBe(makes)
    })

    it('is not stored when it is refused, and leaves the key free', async () => {
      const club = await createFixture()
      const refused = await send(club, keyed('k'), wrong)
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors)).not.toContain('Idempotency-Key')
      expect(await claims()).toEqual([])
      const taken = await send(club, keyed('k'))
      expect([taken.status, isReplay(taken)]).toEqual([201, false])
    })

    it('leaves the key free when the caller lacks the permission', async () => {
      const club = await createFixture()
      const key = await club.keyWith('bookkeeping:read')
      for (let attempt = 0; attempt < 2; attempt++)
        expect((await send(club, keyed('k', { key }))).status).toBe(403)
      expect(await claims()).toEqual([])
      expect(await made(club)).toBe(0)
    })

    it('returns 409 while the first request runs, whose response is kept', async () => {
      const club = await createFixture()
      const meanwhile = interruptedBy(async () => {
        const second = await send(club, keyed('k'))
        expect([second.status, second.cost.rowsWritten]).toEqual([409, 0])
        expect((await send(club, keyed('k'), other)).status).toBe(422)
      })
      const first = await send(club, keyed('k', meanwhile))
      expect([first.status, isReplay(first)]).toEqual([201, false])
      expect((await send(club, keyed('k'))).text).toBe(first.text)
      expect(await made(club)).toBe(makes)
    })

    it('takes effect once when its response is lost and it is sent five times more, twice at once', async () => {
      const club = await createFixture()
      const lost = await send(club, keyed('k'))
      const retries = [
        await send(club, keyed('k')),
        ...(await Promise.all([send(club, keyed('k')), send(club, keyed('k'))])),
        await send(club, keyed('k')),
        await send(club, keyed('k')),
      ]
      for (const { status, text } of retries) expect([status, text]).toEqual([201, lost.text])
      expect(await made(club)).toBe(makes)
    })

    it('takes effect once when six requests send it at once', async () => {
      const club = await createFixture()
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(club, keyed('k'))))
      const last = await send(club, keyed('k'))
      expect([last.status, isReplay(last)]).toEqual([201, true])
      expect(answers.filter((answer) => answer.status === 201 && !isReplay(answer))).toHaveLength(1)
      for (const { status, text } of answers)
        if (status === 201) expect(text).toBe(last.text)
        else expect(status).toBe(409)
      expect(await made(club)).toBe(makes)
    })
  },
)

describe('scope of an Idempotency-Key', () => {
  it('is one workspace, method and path', async () => {
    const [club, other] = [await createFixture(), await createFixture()]
    const person = { name: { first_name: 'Ada' } }
    const answers = [
      await club.post(PERSONS, person, keyed('k')),
      await other.post(PERSONS, person, keyed('k')),
      await club.post('/lists/contacts/persons', person, keyed('k')),
      await club.put(COLUMNS, { data: [{ name: 'New', type: 'string' }] }, keyed('k')),
      await club.post('/fees', { data: FEES }, keyed('k')),
      await club.post(PERSONS, person, keyed('K')),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(answers.filter(isReplay)).toEqual([])
    expect((await rows("SELECT id FROM persons WHERE first_name = 'Ada'")).length).toBe(4)
  })

  it('does not include revoked keys', async () => {
    const club = await createFixture()
    const key = await club.keyWith()
    await club.post('/fees', { data: FEES }, keyed('k', { key }))
    await rows('UPDATE api_keys SET revoked_at = created_at')
    const { status, text } = await club.post('/fees', { data: FEES }, keyed('k', { key }))
    expect(status).toBe(401)
    expect(text).not.toMatch(/\bfee_/)
  })

  it('excludes portal sessions: each has its own link, and none is stored', async () => {
    const club = await createFixture()
    const open = () => club.post('/member_portal_sessions', { person_external_id: 'e1' }, keyed('k'))
    const [one, two] = [await open(), await open()]
    expect([one.status, two.status, isReplay(two)]).toEqual([201, 201, false])
    expect(one.text).not.toBe(two.text)
    expect(await claims()).toEqual([])
  })
})

describe('syntax of an Idempotency-Key', () => {
  it.each([
    '',
    '""',
    '"',
    '"open',
    'open"',
    'two words',
    'tab\tbed',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
    'schlüssel',
  ])('refuses %j', async (key) => {
    const club = await createFixture()
    const { status, body } = await club.post('/fees', { data: FEES }, keyed(key))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['Idempotency-Key'])
    expect(await count('fees', club)).toBe(0)
    expect(await claims()).toEqual([])
  })

  it.each(['k', '8e03978e-40d5-43dd-bc93-6894a57f9324', '!#$%&()*+,/:;=?@[]^_{|}~', 'x'.repeat(255)])(
    'may be quoted or bare: %s is the same key',
    async (key) => {
      const club = await createFixture()
      const bare = await club.post('/fees', { data: FEES }, keyed(key))
      const quoted = await club.post('/fees', { data: FEES }, keyed(`"${key}"`))
      expect([bare.status, quoted.status, quoted.text]).toEqual([201, 201, bare.text])
      expect([isReplay(bare), isReplay(quoted)]).toEqual([false, true])
    },
  )

  it('may contain spaces in quotes', async () => {
    const club = await createFixture()
    expect((await club.post('/fees', { data: FEES }, keyed('"two words"'))).status).toBe(201)
  })

  it('is checked after the API key', async () => {
    const { status } = await (await workspace()).post('/fees', {}, keyed('two words', { key: 'mas_none' }))
    expect(status).toBe(401)
  })
})

describe('database error', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
  afterEach(() => vi.restoreAllMocks())

  /** A database that fails before a trip or after its commit: once, or for the rest of the request. */
  function breaking(trip: number, moment: 'before' | 'after', forGood: boolean): Options {
    let trips = 0
    const DB = fakeD1(async (statements) => {
      trips += 1
      const breaks = trips === trip || (forGood && trips > trip)
      if (breaks && (moment === 'before' || trips > trip))
        throw new Error('D1_ERROR: Network connection lost.')
      const results = await env.DB.batch(statements)
      if (breaks) throw new Error('D1_ERROR: Network connection lost.')
      return results
    })
    return { env: { DB } }
  }

  const STEPS = [
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
  ] as const

  const CASES = Object.entries(ACTS).flatMap(([name, act]) =>
    STEPS.flatMap(([trip, moment]) =>
      [false, true].map((forGood) => ({
        name,
        act,
        trip,
        moment,
        forGood,
        how: forGood ? 'dies' : 'stumbles',
      })),
    ),
  )

  it.each(CASES)(
    'leaves all or nothing, and one retry takes effect once: $name, $how $moment trip $trip',
    async ({ act, trip, moment, forGood }) => {
      const club = await createFixture()
      expect((await act.send(club, keyed('k', breaking(trip, moment, forGood)))).status).toBe(503)
      const isDone = trip === 2 && moment === 'after'
      expect(await act.made(club)).toBe(isDone ? act.makes : 0)
      const isHeld = forGood && !isDone && !(trip === 1 && moment === 'before')
      if (isHeld) {
        expect((await act.send(club, keyed('k'))).status).toBe(409)
        await age('-61 seconds')
      }
      const retried = await act.send(club, keyed('k'))
      expect([retried.status, isReplay(retried)]).toEqual([201, isDone])
      expect((await act.send(club, keyed('k'))).text).toBe(retried.text)
      expect(await act.made(club)).toBe(act.makes)
    },
  )

  it('and a crash between the two trips lead to one batch when ten requests retry', async () => {
    const club = await createFixture()
    const send = (options: Options = {}) => club.post('/fees', { data: FEES }, keyed('k', options))
    await send(breaking(2, 'before', true))
    await age('-61 seconds')
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect((await send()).status).toBe(201)
    expect(await count('fees', club)).toBe(3)
  })
})

describe.each(Object.entries(ACTS))('attempt so slow that another takes its claim over: %s', (_, act) => {
  it('returns the response of the other, and writes nothing twice', async () => {
    const club = await createFixture()
    let second: Answer | undefined
    const slow = interruptedBy(async () => {
      await age('-61 seconds')
      second = await act.send(club, keyed('k'))
    })
    const first = await act.send(club, keyed('k', slow))
    expect([second?.status, second && isReplay(second)]).toEqual([201, false])
    expect([first.status, first.text, isReplay(first)]).toEqual([201, second?.text, true])
    expect(await act.made(club)).toBe(act.makes)
  })

  it('returns 409 while the other runs, and does not take the claim back', async () => {
    const club = await createFixture()
    const [claimed, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let second: Promise<Answer> | undefined
    const slow = interruptedBy(async () => {
      await age('-61 seconds')
      const held = interruptedBy(async () => {
        claimed.resolve()
        await gone.promise
      })
      second = act.send(club, keyed('k', held))
      await claimed.promise
    })
    const first = await act.send(club, keyed('k', slow))
    expect(first.status).toBe(409)
    gone.resolve()
    const taken = await second
    expect([taken?.status, taken && isReplay(taken)]).toEqual([201, false])
    expect((await act.send(club, keyed('k'))).text).toBe(taken?.text)
    expect(await act.made(club)).toBe(act.makes)
  })

  it('writes when no other has taken the claim over', async () => {
    const club = await createFixture()
    const slow = interruptedBy(() => age('-61 seconds'))
    expect((await act.send(club, keyed('k', slow))).status).toBe(201)
    expect(await act.made(club)).toBe(act.makes)
  })
})

describe('stored result of an Idempotency-Key', () => {
  it('contains neither the API key nor the request body', async () => {
    const club = await createFixture()
    const body = {
      data: [{ ...FEES[0], description: 'Secret words', attached_expense: { sphere: 'ideal' } }],
    }
    const running = interruptedBy(async () => {
      const [claim] = await claims()
      expect(claim?.result).toBeNull()
      expect(JSON.stringify(claim)).not.toMatch(/Secret|\bideal\b|\bper_/)
    })
    const { body: answer } = await club.post('/fees', body, keyed('k', running))
    const [stored, ...rest] = await claims()
    expect(rest).toEqual([])
    expect(stored).toEqual({
      workspace_id: club.id,
      operation: 'POST /fees',
      idempotency_key: 'k',
      part: 0,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      owner: expect.stringMatching(/^\w{16}$/),
      person_id: null,
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      result: JSON.stringify(answer.data),
    })
    expect(JSON.stringify(stored)).not.toContain(club.key)
    expect(JSON.stringify(stored)).not.toContain('person_external_id')
  })

  it('replays 10,000 fees of more than 2 MB byte for byte, also across chunks', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    await club.get('/me')
    const description = `x${'🧮'.repeat(210)}`
    const data = Array.from({ length: 10_000 }, () => ({ amount: 1, description, person_external_id: 'e1' }))
    const first = await club.post('/fees', { data }, keyed('k'))
    expect([first.status, first.cost.trips]).toEqual([201, 2])
    const pieces = await rows<{ characters: number; started_at: string }>(
      `SELECT started_at, length(replace(result, '🧮', '🧮🧮')) AS characters
       FROM idempotent_requests ORDER BY part`,
    )
    // A chunk that would split a surrogate pair is one code unit shorter.
    expect(pieces.slice(0, -1).map(({ characters }) => characters)).toContain(599_999)
    const again = await club.post('/fees', { data }, keyed('k'))
    expect([again.status, isReplay(again), again.cost.trips]).toEqual([201, true, 1])
    expect(again.text === first.text).toBe(true)
    expect(await count('fees', club)).toBe(10_000)
    expect(new Set(pieces.map((piece) => piece.started_at)).size, 'pieces are forgotten together').toBe(1)
  })

  it('is kept for a day, and deleted by the cron an hour later', async () => {
    const club = await createFixture()
    const send = (key: string) => club.post('/fees', { data: FEES }, keyed(key))
    await send('old')
    await age('-61 minutes')
    await send('young')
    await age('-24 hours')
    await runNightly()
    expect((await claims()).map((claim) => claim.idempotency_key)).toEqual(['young'])
    expect([isReplay(await send('young')), isReplay(await send('old'))]).toEqual([true, false])
    expect(await count('fees', club)).toBe(9)
  })

  it('stays the same, whatever is sent under its key later', async () => {
    const club = await createFixture()
    await club.post('/fees', { data: FEES }, keyed('k'))
    await age('-2 hours')
    const kept = await claims()
    const other = await club.post('/fees', { data: FEES.slice(1) }, keyed('k'))
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['Idempotency-Key']])
    expect(isReplay(await club.post('/fees', { data: FEES }, keyed('k')))).toBe(true)
    expect(await claims()).toEqual(kept)
  })

  it('is deleted with claims of requests that died', async () => {
    const club = await createFixture()
    await club.post('/fees', { data: FEES }, keyed('k'))
    await rows('UPDATE idempotent_requests SET result = NULL')
    await age('-26 hours')
    await runNightly()
    expect(await claims()).toEqual([])
  })
})

describe('deleted person', () => {
  const ADA = { external_id: 'ada', email: 'ada@example.org' }
  const kept = () => rows('SELECT result FROM idempotent_requests')

  it.each<[string, (club: Workspace) => Promise<Answer>]>([
    ['by its address', (club) => club.delete(`${PERSONS}/ada`)],
    ['as omitted', (club) => club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'e1' }] })],
  ])('%s leaves nothing of itself in the answer of its key, and is not created again', async (_, remove) => {
    const club = await createFixture()
    await club.post(PERSONS, ADA, keyed('k'))
    await club.post(PERSONS, { external_id: 'e1', email: 'x' }, keyed('refused'))
    expect(await kept()).toEqual([{ result: expect.stringContaining('ada@example.org') }])
    await remove(club)
    expect(await kept()).toEqual([{ result: '' }])
    const again = await club.post(PERSONS, ADA, keyed('k'))
    expect([again.status, isReplay(again), await count('persons', club)]).toEqual([
      404,
      false,
      _ === 'as omitted' ? 1 : 3,
    ])
  })

  it('keeps the stored responses of others', async () => {
    const [club, other] = [await createFixture(), await createFixture()]
    await club.post(PERSONS, { external_id: 'eve' }, keyed('eve'))
    await other.post(PERSONS, ADA, keyed('k'))
    await club.post(PERSONS, ADA, keyed('k'))
    await club.delete(`${PERSONS}/ada`)
    expect(isReplay(await club.post(PERSONS, { external_id: 'eve' }, keyed('eve')))).toBe(true)
    expect(isReplay(await other.post(PERSONS, ADA, keyed('k')))).toBe(true)
  })
})

describe('two API keys of one workspace', () => {
  it('share their idempotency keys, so that a retry under the other key takes no effect', async () => {
    const club = await createFixture()
    const other = await club.keyWith()
    const first = await club.post('/fees', { data: FEES }, keyed('k'))
    const again = await club.post('/fees', { data: FEES }, keyed('k', { key: other }))
    expect([again.status, isReplay(again), again.text]).toEqual([201, true, first.text])
    expect(await count('fees', club)).toBe(3)
  })

  it('are each checked for permission to read the persons of the fees', async () => {
    const club = await createFixture()
    const key = await club.keyWith('fees:write')
    await club.post('/fees', { data: FEES }, keyed('k'))
    const answer = await club.post('/fees', { data: FEES }, keyed('k', { key }))
    expect([answer.status, answer.text.includes('Last1')]).toEqual([403, false])
  })

  it('are each checked on their own', async () => {
    const club = await createFixture()
    const reader = await club.keyWith('fees:read')
    await club.post('/fees', { data: FEES }, keyed('k'))
    expect((await club.post('/fees', { data: FEES }, keyed('k', { key: reader }))).status).toBe(403)
  })
})

it('returns a stored response only to a key that still has the permission', async () => {
  const club = await workspace()
  const send = () =>
    club.post(
      '/lists/members/persons',
      { email: 'ada@example.org' },
      { headers: { 'Idempotency-Key': 'once' } },
    )
  expect((await send()).status).toBe(201)
  await operator('PATCH', `/operator/workspaces/${club.id}`, { subscription_variant: 'contacts' })
  expect((await send()).status).toBe(402)
})
