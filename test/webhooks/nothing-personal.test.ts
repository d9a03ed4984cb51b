import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { ACTIONS } from '../../src/domain/events/actions'
import { HEARD } from '../../src/domain/webhooks/heard'
import { createEverything } from '../support/everything'
import { addEndpoint, type Received, receiver, runWebhooks } from '../support/receiver'
import { runs, UNHURRIED } from '../support/runs'
import { type Workspace, workspace } from '../support/workspace'

afterEach(() => {
  vi.restoreAllMocks()
})

const ALL_GROUPS = [...new Set(HEARD.map((action) => `${action.split('.')[0]}.*`))]

/** What a body may have: ids, instants, names of fields, and words of closed lists. */
const SUBJECT = ['changed', 'event_id', 'id']
const DATA = ['batch_id', 'door', 'request_id', 'subject_kind', 'subjects']
const ID = /^[a-z]{3}_[\w-]{12,64}$|^\d{4}$/
const FIELD = /^[a-z0-9_]{1,40}(\.[a-z0-9_]{1,40})*$/

function expectBare({ body }: Received): void {
  expect(Object.keys(body).sort()).toEqual(['data', 'timestamp', 'type'])
  expect(ACTIONS).toContain(body.type)
  expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(Object.keys(body.data).sort()).toEqual(DATA)
  for (const subject of body.data.subjects) {
    expect(Object.keys(subject).sort()).toEqual(SUBJECT)
    expect([subject.event_id, subject.id]).toEqual([expect.stringMatching(ID), expect.stringMatching(ID)])
    for (const field of subject.changed ?? []) expect(field).toMatch(FIELD)
  }
}

it('sends ids and names of fields alone of one of everything', async () => {
  const club = await workspace()
  await addEndpoint(club, ALL_GROUPS)
  const { received } = receiver()
  await createEverything(club, 'Zwicknagel')
  await runWebhooks(club)
  for (const one of received) expectBare(one)
  const told = new Set(received.map(({ body }) => body.type.split('.')[0]))
  for (const group of ['person', 'fee', 'account', 'voucher', 'cost_unit', 'mail', 'import'])
    expect(told).toContain(group)
  expect(JSON.stringify(received)).not.toMatch(/zwicknagel/i)
})

const MARK = 'Qzxwvk'
/** A text of any letters that nothing of the service has. */
const marked = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((text) => `${MARK}${text.replaceAll(/[\p{C}\s]/gu, '')}`)
const optional = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined })

const persons = fc.record({
  name: fc.record({ first_name: marked, last_name: marked }),
  email: optional(fc.stringMatching(/^[a-z]{1,8}$/).map((local) => `${MARK}.${local}@${MARK}.example.org`)),
  external_id: optional(marked),
  membership_number: optional(marked),
  address: optional(fc.record({ street: marked, city: marked })),
  phone_numbers: optional(fc.constant([{ number: '+49 170 4711815' }])),
  birthdate: optional(fc.constant('1957-03-21')),
  bank_account: optional(fc.constant({ iban: 'DE89370400440532013000', signatory: MARK })),
  motto: optional(marked),
})

async function live(club: Workspace, [one, other]: object[], text: string): Promise<void> {
  const created = await club.post('/lists/members/persons', one)
  expect(created.status, created.text).toBe(201)
  const { id } = created.body.data
  await club.put(`/lists/members/persons/${id}`, {
    ...other,
    external_id: undefined,
    membership_number: undefined,
  })
  const fees = [{ person_id: id, amount: 47110815, description: text }]
  const [fee] = (await club.post('/fees', { data: fees })).body.data
  await club.post(`/fees/${fee.id}/waiver`, { reason: text })
  await club.post('/cost_units', { name: text, categories: [text] })
  await club.post('/lists/contacts/persons', { name: { last_name: text }, creation_behaviour: undefined })
  await club.delete(`/lists/members/persons/${id}`)
}

it('sends no value that anybody typed, whatever it is', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(persons, { minLength: 2, maxLength: 2 }), marked, async (two, text) => {
      const club = await workspace()
      await club.put('/lists/members/custom_columns', {
        data: [{ name: text, type: 'string', external_id: 'motto' }],
      })
      await addEndpoint(club, ALL_GROUPS)
      const { received } = receiver()
      await live(club, two, text)
      await runWebhooks(club)
      expect(received.length).toBeGreaterThan(4)
      for (const one of received) expectBare(one)
      expect(JSON.stringify(received)).not.toMatch(/qzxwvk|47110815|4711815|1957-03-21|0532013000/i)
    }),
    runs(25),
  )
})
