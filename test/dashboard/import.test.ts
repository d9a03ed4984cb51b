import { expect, it } from 'vitest'
import { confirmImport, previewImport } from '../../src/domain/persons/csv/preview'
import { call } from '../support/call'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const list = 'members'
const IBAN = 'DE89370400440532013000'

async function clubOf(...persons: Record<string, unknown>[]): Promise<Workspace> {
  const club = await workspace()
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Shirt', type: 'string', allowed_values: ['S', 'M'], external_id: 'shirt' },
      { name: 'Note', type: 'string' },
    ],
  })
  const answer = await club.put(PERSONS, { data: persons })
  expect(answer.status, answer.text).toBe(200)
  return club
}

const ADA = {
  external_id: 'a',
  name: { first_name: 'Ada', last_name: 'Old' },
  email: 'old@example.org',
  shirt: 'M',
}
const BEN = { external_id: 'b', name: { last_name: 'Ben' } }

const CSV = [
  'external_id,name.last_name,email,shirt',
  'a,New,old@example.org,',
  'b,Ben,,',
  'c,Cem,cem@example.org,S',
].join('\n')

const stored = () => rows('SELECT external_id, last_name, email, custom_values FROM persons ORDER BY 1')

it('shows what would be new, changed from what to what, and unchanged, and writes nothing', async () => {
  const club = await clubOf(ADA, BEN)
  const principal = await principalOf(club, 'office')
  const before = await stored()
  const { counts, changes } = await previewImport(principal, { list, csv: CSV })
  expect(principal.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
  expect(await stored()).toEqual(before)
  expect(counts).toEqual({ created: 1, updated: 1, unchanged: 1 })
  expect(changes).toMatchObject([
    {
      id: expect.stringMatching(/^per_/),
      changes: [
        {
          field: 'name',
          before: { first_name: 'Ada', last_name: 'Old' },
          after: { first_name: 'Ada', last_name: 'New' },
        },
        { field: 'shirt', before: 'M', after: null },
      ],
    },
    {
      id: null,
      person: { name: { last_name: 'Cem' } },
      changes: [
        { field: 'external_id', before: null, after: 'c' },
        { field: 'name', before: null, after: { last_name: 'Cem' } },
        { field: 'email', before: null, after: 'cem@example.org' },
        { field: 'shirt', before: null, after: 'S' },
      ],
    },
  ])
})

it('does what was previewed, in two trips and one batch of events', async () => {
  const club = await clubOf(ADA, BEN)
  const principal = await principalOf(club, 'office')
  const [last] = (await eventsOf(club)).slice(-1)
  const { mark } = await previewImport(principal, { list, csv: CSV })
  principal.cost.trips = 0
  expect(await confirmImport(principal, { list, csv: CSV, mark })).toMatchObject({
    outcome: 'done',
    counts: { created: 1, updated: 1, unchanged: 1 },
  })
  expect(principal.cost.trips).toBe(2)
  expect(await stored()).toMatchObject([{ last_name: 'New' }, { last_name: 'Ben' }, { last_name: 'Cem' }])
  const recorded = await eventsOf(club, last?.number)
  expect(recorded.map(({ batch_id, action }) => [batch_id, action]).sort()).toEqual([
    [principal.actor.batchId, 'person.created'],
    [principal.actor.batchId, 'person.updated'],
  ])
})

it.each([
  [
    'a person of the file changed',
    (club: Workspace) => club.put(`${PERSONS}/b`, { email: 'ben@example.org' }),
  ],
  ['a new person of the file was added', (club: Workspace) => club.post(PERSONS, { external_id: 'c' })],
])('is shown again, and writes nothing, where %s since', async (_, meanwhile) => {
  const club = await clubOf(ADA, BEN)
  const principal = await principalOf(club)
  const { mark } = await previewImport(principal, { list, csv: CSV })
  await meanwhile(club)
  const before = await stored()
  const outcome = await confirmImport(principal, { list, csv: CSV, mark })
  expect(outcome.outcome).toBe('changed')
  expect(await stored()).toEqual(before)
  if (outcome.outcome === 'done') return
  const again = await confirmImport(principal, { list, csv: CSV, mark: outcome.preview.mark })
  expect(again.outcome).toBe('done')
})

it('is refused for another file than the one that was previewed', async () => {
  const club = await clubOf(ADA)
  const principal = await principalOf(club)
  const { mark } = await previewImport(principal, { list, csv: CSV })
  const outcome = await confirmImport(principal, { list, csv: CSV.replace('New', 'Newer'), mark })
  expect(outcome.outcome).toBe('changed')
})

it('names issues by row and column', async () => {
  const principal = await principalOf(await clubOf(ADA))
  const csv = 'external_id,shirt,join_date\na,XL,2026-02-30\n'
  const { issues } = await previewImport(principal, { list, csv }).catch((error) => error)
  expect(Object.keys(issues)).toEqual(['row 2, join_date', 'row 2, shirt'])
})

it('imports all but accounts and mandates for those who may not write them', async () => {
  const club = await clubOf({ ...ADA, bank_account: { iban: IBAN }, sepa_mandate: { reference: 'M-1' } })
  const csvOf = (iban: string) =>
    [
      'external_id,email,bank_account.iban,bank_account.bic,bank_account.signatory,sepa_mandate.reference,sepa_mandate.signature_date',
      `a,new@example.org,${iban},,,M-2,`,
    ].join('\n')
  const csv = csvOf('DE02120300000000202051')
  const principal = await principalOf(club, 'office')
  const { changes, mark, leavesAccounts } = await previewImport(principal, { list, csv })
  expect([leavesAccounts, changes[0]?.changes.map(({ field }) => field)]).toEqual([true, ['email']])
  expect(await confirmImport(principal, { list, csv, mark })).toMatchObject({ outcome: 'done' })
  const { data } = (await club.get(`${PERSONS}/a`)).body
  expect(data).toMatchObject({
    email: 'new@example.org',
    bank_account: { iban: IBAN },
    sepa_mandate: { reference: 'M-1' },
  })
  expect((await previewImport(principal, { list, csv: csvOf('•••• 3000') })).counts.unchanged).toBe(1)
  const owner = await previewImport(await principalOf(club, 'owner'), { list, csv })
  expect([owner.leavesAccounts, owner.changes[0]?.changes.length]).toEqual([false, 2])
})

it('says on its page that accounts stay, and nothing of what is stored', async () => {
  const club = await clubOf({ ...ADA, bank_account: { iban: IBAN } }, BEN)
  const office = await staffOf(club, 'office')
  // Another account with the same last digits.
  const pages = await Promise.all(
    [IBAN, 'DE10100777770000013000'].map(async (iban) => {
      const form = new FormData()
      const csv = `external_id,email,bank_account.iban,bank_account.bic,bank_account.signatory\na,x@example.org,${iban},,\n`
      form.set('csv', new File([csv], 'members.csv'))
      const { status, text } = await call('POST', `/dashboard/${club.id}/members/import`, {
        raw: form,
        headers: { Cookie: `__Host-staff=${office.cookie('__Host-staff')}`, 'Sec-Fetch-Site': 'same-origin' },
      })
      expect(status, textOf(text)).toBe(200)
      // The page carries what was uploaded.
      return textOf(text.replace(/<textarea[\s\S]*?<\/textarea>/, ''))
    }),
  )
  expect(pages[0]).toContain('Konten und Mandate bleiben, wie sie sind')
  expect(pages[0]).not.toContain('•••• 3000')
  expect(new Set(pages).size).toBe(1)
})

it('shows the first of many', async () => {
  const principal = await principalOf(await clubOf())
  const csv = ['name.last_name,name.first_name', ...Array.from({ length: 150 }, (_, n) => `Last${n},`)].join(
    '\n',
  )
  const { counts, changes } = await previewImport(principal, { list, csv })
  expect([counts.created, changes.length]).toEqual([150, 100])
})

it('is not for those who may not write', async () => {
  const principal = await principalOf(await clubOf(ADA), 'treasurer')
  await expect(previewImport(principal, { list, csv: CSV })).rejects.toMatchObject({
    reason: 'permission_missing',
  })
})
