import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, claim, collectingClub, payer, setDay, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { filledForm, PUBLIC_URL, type Session, setPortal, signIn } from '../support/portal'
import { withChanges } from '../support/portal-cards'
import type { Workspace } from '../support/workspace'

let club: Workspace
let member: Session
let id: string

/** A member who was debited under a mandate on paper. */
beforeEach(async () => {
  club = await collectingClub()
  await setPortal(club, {
    slug: 'ruder',
    functions: ['view_data', 'edit_data', 'grant_mandate'],
    fields: { bank_account: 'editable' },
  })
  await addPersons(club, [payer(1)])
  await submitted(club, await claim(club, [{ person_external_id: 'm1' }]))
  id = (await club.get('/lists/members/persons/m1')).body.data.id
  setDay('2026-03-09')
  member = await signIn(club, { person_id: id })
})
afterEach(() => vi.useRealTimers())

const DE = { 'Accept-Language': 'de' }
const MAILS = { send: async (_: QueuedMail) => {} } as unknown as Queue<QueuedMail>

const give = (n: number) =>
  member.submit(
    `/portal/persons/${id}/mandate`,
    { holder: 'Ada Lovelace 1', iban: ibanOf(n), agreed: '1', text_version: '2026-11-de' },
    DE,
    { env: { PUBLIC_URL, MAILS } },
  )

const mandate = async () => (await club.get('/lists/members/persons/m1/mandate')).body.data

const amended = (n: number) => ({
  ...{ holder: 'Ada Lovelace 1', iban: ibanOf(n), text_version: '2026-11-de' },
  ...{ amended_at: '2026-03-09T12:00:00.000Z', confirmed_by: 'm1@example.org' },
})

it('keeps the account that earlier debits prove, and each later one beside it', async () => {
  expect((await mandate()).amendments).toEqual([])
  for (const n of [5, 5, 6]) expect((await give(n)).status).toBe(303)
  expect(await mandate()).toMatchObject({
    ...{ reference: 'M-1', iban: ibanOf(1), granted: 'paper' },
    amendments: [amended(5), amended(6)],
  })
  await club.delete('/lists/members/persons/m1')
  const owner = await staffOf(club, 'owner')
  const evidence = textOf((await owner.get(`/dashboard/${club.id}/mandates?reference=M-1`)).text)
  const whole = (n: number) => ibanOf(n).replaceAll(/(.{4})(?=.)/g, '$1 ')
  for (const n of [1, 5, 6]) expect(evidence).toContain(whole(n))
  expect(evidence).toMatch(/Später geänderte Konten.*9\. März 2026.*m1@example\.org/s)
  const office = textOf(
    (await (await staffOf(club, 'office')).get(`/dashboard/${club.id}/mandates?reference=M-1`)).text,
  )
  for (const n of [1, 5, 6]) {
    expect(office).not.toContain(whole(n))
    expect(office).toContain(`•••• ${ibanOf(n).slice(-4)}`)
  }
  await expectSoundBooks(club.id)
})

it('keeps an account that the member gives by its data, once the member agrees to debits from it', async () => {
  const path = `/portal/persons/${id}/edit/bank`
  const form = await filledForm((await member.get(path, DE)).text)
  const changes = { 'bank_account.iban': ibanOf(7), 'mandate.confirmation': '1' }
  const answer = await member.submit(path, withChanges(form, changes), DE, { env: { PUBLIC_URL, MAILS } })
  expect(answer.status).toBe(303)
  expect((await mandate()).amendments).toEqual([{ ...amended(7), text_version: null }])
})

it('keeps nothing beside a mandate that has no debits', async () => {
  await addPersons(club, [payer(2)])
  await club.put('/lists/members/persons/m2', { bank_account: { iban: ibanOf(8) } })
  expect((await club.get('/lists/members/persons/m2/mandate')).body.data).toMatchObject({
    iban: ibanOf(8),
    amendments: [],
  })
})
