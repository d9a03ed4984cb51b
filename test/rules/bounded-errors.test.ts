import { describe, expect, it } from 'vitest'
import { clubOf, columns } from '../support/club'
import { operator, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'
const MAX_CHARACTERS = 100_000
const MAX_ANSWERED = MAX_CHARACTERS + 60_000

const CHOICES = Array.from({ length: 500 }, (_, n) => `${n}`.padEnd(250, 'x'))

/** Creates a workspace with an array column for members and a string column for contacts, of 390 long allowed values each. */
async function withChoices(): Promise<Workspace> {
  const column = { name: 'Size', allowed_values: CHOICES.slice(0, 390) }
  const { club } = await clubOf(
    columns([{ ...column, type: 'array', external_id: 'sizes' }]),
    columns([{ ...column, type: 'string', external_id: 'size' }], 'contacts'),
  )
  return club
}

describe('errors of a response', () => {
  it('name a few of the possible values, shortened, and how many there are', async () => {
    const club = await withChoices()
    const { status, body } = await club.post('/lists/contacts/persons', { email: 'a@example.org', size: 'x' })
    expect(status).toBe(422)
    const [message] = body.errors.size
    expect(message).toMatch(/^must be one of "0x{38}…, .* or 380 more$/)
    expect(message.length).toBeLessThan(600)
  })

  it('name all of a few values', async () => {
    const club = await workspace()
    const { body } = await club.post(PERSONS, { email: 'a@example.org', payment_method: 'x' })
    expect(body.errors.payment_method).toEqual(['must be one of "bank_transfer", "direct_debit", "cash"'])
  })

  it.each([
    ['one person', (wrong: string[]) => ['POST', PERSONS, { email: 'a@example.org', sizes: wrong }] as const],
    [
      'a synchronization',
      (wrong: string[]) =>
        [
          'PUT',
          PERSONS,
          {
            data: Array.from({ length: 10_000 }, (_, n) => ({
              external_id: `${n}`,
              sizes: wrong.slice(0, 9),
            })),
          },
        ] as const,
    ],
  ])('stay small for %s with an error in every choice', async (_, request) => {
    const club = await withChoices()
    const [method, path, body] = request(Array.from({ length: 200 }, (_, n) => `${n}`))
    const answer = await (method === 'POST' ? club.post(path, body) : club.put(path, body))
    expect(answer.status).toBe(422)
    expect(answer.text.length).toBeLessThan(MAX_ANSWERED)
    expect(Object.keys(answer.body.errors).length).toBeGreaterThan(100)
  })

  it('stay small for CSV with an error in every choice', async () => {
    const club = await withChoices()
    const raw = ['external_id,sizes', ...Array.from({ length: 5000 }, (_, n) => `p${n},"[""x""]"`)].join('\n')
    const answer = await club.put(PERSONS, undefined, { raw, headers: { 'Content-Type': 'text/csv' } })
    expect(answer.status).toBe(422)
    expect(answer.text.length).toBeLessThan(MAX_ANSWERED)
    expect(Object.keys(answer.body.errors)).toContain('row 2, sizes.0')
  })

  it('name the first ones, and say that there are more, when there are too many', async () => {
    const club = await workspace()
    const data = Array.from({ length: 10_000 }, () => ({ amount: 0, description: '', person_id: 'per_x' }))
    const { status, body, text } = await club.post('/fees', { data })
    expect(status).toBe(422)
    expect(body.errors.body).toEqual([expect.stringContaining('more errors than are named here')])
    expect(body.errors['data.0.amount']).toEqual(['must be at least 1'])
    expect(text.length).toBeLessThan(MAX_ANSWERED)
  })

  it('are all named up to the limit', async () => {
    const club = await workspace()
    const data = Array.from({ length: 500 }, () => ({ amount: 0, description: 'Fee', person_id: 'per_x' }))
    const { body } = await club.post('/fees', { data })
    expect(Object.keys(body.errors)).toHaveLength(2 * 500)
    expect(body.errors.body).toBeUndefined()
  })

  it('are not named when they are more than the validation can join', async () => {
    const { id } = await workspace()
    const keys = Array.from({ length: 130_000 }, (_, n) =>
      String.fromCharCode(...[n, n / 57, n / 3249].map((part) => 35 + (Math.floor(part) % 57))),
    )
    const fields = Object.fromEntries(keys.map((key) => [key, 1]))
    const { status, body } = await operator('PATCH', `/operator/workspaces/${id}`, {
      member_portal: { fields },
    })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['body']])
  })

  it('shorten keys that are longer than any known key', async () => {
    const club = await workspace()
    const { body } = await club.post(PERSONS, { email: 'a@example.org', ['x'.repeat(500_000)]: 1 })
    expect(Object.keys(body.errors)).toEqual([`${'x'.repeat(100)}…`])
  })
})

describe('array that is too long', () => {
  it.each([
    ['PUT', PERSONS, (zeros: string) => `{"data":${zeros}}`, 'data'],
    ['POST', '/fees', (zeros: string) => `{"data":${zeros}}`, 'data'],
    ['PUT', COLUMNS, (zeros: string) => `{"data":${zeros}}`, 'data'],
    [
      'POST',
      PERSONS,
      (zeros: string) => `{"email":"a@example.org","phone_numbers":${zeros}}`,
      'phone_numbers',
    ],
    ['POST', PERSONS, (zeros: string) => `{"email":"a@example.org","sizes":${zeros}}`, 'sizes'],
    [
      'PUT',
      COLUMNS,
      (zeros: string) => `{"data":[{"name":"x","type":"string","allowed_values":${zeros}}]}`,
      'data.0.allowed_values',
    ],
    ['POST', '/cost_units', (zeros: string) => `{"name":"x","categories":${zeros}}`, 'categories'],
  ])('is refused by its length only: %s %s %#', async (method, path, bodyWith, key) => {
    const club = await withChoices()
    const raw = bodyWith(`[${'0,'.repeat(500_000)}0]`)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await (method === 'PUT'
      ? club.put(path, undefined, { raw, headers })
      : club.post(path, undefined, { raw, headers }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({ [key]: [expect.stringMatching(/^must have at most \d+ entries$/)] })
  })
})

describe('deeply nested values', () => {
  const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  it.each([
    ['/fees', `{"data":[{"amount":1,"description":"x","person_id":${DEEP}}]}`],
    ['/fees', `{"data":[{"amount":1,"description":"x","attached_expense":{"costunit_name":${DEEP}}}]}`],
    ['/fees', `{"data":[{"amount":1,"description":"x","attached_expense":${DEEP}}]}`],
    [PERSONS, `{"name":${DEEP},"sizes":${DEEP},"address":${DEEP}}`],
    ['/cost_units', `{"name":${DEEP},"categories":[${DEEP}]}`],
    ['/member_portal_sessions', `{"email":${DEEP}}`],
  ])('are refused like any other: %s %#', async (path, raw) => {
    const club = await withChoices()
    const headers = { 'Content-Type': 'application/json' }
    const { status } = await club.post(path, undefined, { raw, headers })
    expect(status).toBe(422)
  })
})
