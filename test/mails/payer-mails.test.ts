import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { open, trip } from '../../src/db/client'
import { sql } from '../../src/db/sql'
import { countToRemind } from '../../src/domain/mails/reminders/count'
import { proposeReminders } from '../../src/domain/mails/reminders/propose'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, claim, collectingClub, payer, release } from '../support/direct-debits'
import { textOf } from '../support/html'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { mailsAt, remind, setClock, subjectsOf, switchOn } from '../support/rules'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const DUE_ON = '2026-03-09'
const REMINDED = ['2026-03-16', '2026-03-30', '2026-04-13']

let club: Workspace

const claimFrom = (...persons: string[]) =>
  claim(
    club,
    persons.map((person_external_id) => ({
      person_external_id,
      due_on: DUE_ON,
      description: 'Beitrag 2026',
    })),
  )

const proposal = async () => proposeReminders(await principalOf(club))

async function countOn(day: string): Promise<number | undefined> {
  return (await trip(open(env.DB), { counts: countToRemind(sql`${club.id}`, day) })).counts[0]?.count
}

async function remindOn(day: string) {
  setClock(`${day}T12:00:00Z`)
  return remind(club)
}

/** Lena is of age and has an address, Olaf is a child with one of his own. */
beforeEach(async () => {
  club = await collectingClub()
  await addPersons(club, [
    UWE,
    { ...LENA, email: 'lena@example.org', birthdate: '2007-04-13' },
    { ...OLAF, email: 'olaf@example.org', birthdate: '2014-05-01' },
  ])
  await setPayer(club, 'uwe', 'lena', 'olaf')
})

describe('a reminder of a family', () => {
  it('says in its preview what the fees are made up of, as it is sent', async () => {
    const rules = [
      { kind: 'base', name: 'Erwachsen', amount: 12_000 },
      { kind: 'surcharge', name: 'Halle', amount: 3000 },
    ]
    const plan = await club.post('/dues_plans', {
      ...{
        name: 'Dues',
        list: 'members',
        interval: 'year',
        description: 'Beitrag {{period}}',
        from_period: '2026',
      },
      version: { key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1, rules },
    })
    const { data: lena } = (await club.get('/lists/members/persons/lena')).body
    const run = { plan_id: plan.body.data.id, period: '2026', due_on: DUE_ON, person_ids: [lena.id] }
    expect((await club.post('/dues_runs', run)).status).toBe(201)
    await switchOn(club, 'reminder_1', { body: 'Posten:\n\n{{zusammensetzung}}' })
    setClock(`${REMINDED[0]}T12:00:00Z`)
    const staff = await staffOf(club, 'treasurer')
    const { data: uwe } = (await club.get('/lists/members/persons/uwe')).body
    const preview = await staff.get(`/dashboard/${club.id}/mails/reminders/preview.txt?id=${uwe.id}`)
    expect(preview.cost.trips).toBe(1)
    const [mail] = await remindOn('2026-03-16')
    const made = 'Posten:\n\nLena Roth: Erwachsen 120,00\u00a0€ · Halle 30,00\u00a0€'
    expect(mail?.text).toContain(made)
    expect(preview.text).toContain(made)
  })

  it('goes to the payer alone, with the fees of all by name', async () => {
    await claimFrom('lena', 'uwe', 'olaf')
    const [mail, ...others] = await remindOn('2026-03-16')
    expect(others).toEqual([])
    expect(mail?.to).toBe('m1@example.org')
    expect(mail?.text).toContain('Uwe Roth')
    for (const name of ['Lena Roth', 'Uwe Roth', 'Olaf Roth'])
      expect(mail?.text).toContain(`${name}, Beitrag 2026: 45,00\u00a0€`)
    expect(mail?.text).toContain('135,00\u00a0€')
    expect(
      await rows('SELECT count(*) AS count, count(DISTINCT person_id) AS persons FROM reminders'),
    ).toEqual([{ count: 3, persons: 1 }])
  })

  it('greets the payer, who owes nothing of its own', async () => {
    await claimFrom('olaf')
    const [mail] = await remindOn('2026-03-16')
    expect(mail?.text).toMatch(/^Guten Tag Uwe Roth/)
    expect(mail?.text).toContain('Olaf Roth, Beitrag 2026')
  })

  it('also goes to an adult whose fees come to the last one, about these alone', async () => {
    await claimFrom('lena', 'olaf')
    const sent: string[][] = []
    for (const day of REMINDED) sent.push(subjectsOf(await remindOn(day)))
    expect(sent).toEqual([
      ['m1@example.org: Zahlungserinnerung'],
      ['m1@example.org: Mahnung'],
      ['lena@example.org: Letzte Mahnung', 'm1@example.org: Letzte Mahnung'],
    ])
    setClock('2026-04-27T12:00:00Z')
    expect(await proposal()).toMatchObject({ payers: [], undecided: [{ name: 'Uwe Roth', total: 9000 }] })
  })

  it('says in the copy what is open of the adult, and names none of the others', async () => {
    await claimFrom('lena', 'olaf')
    for (const day of REMINDED.slice(0, 2)) await remindOn(day)
    const copy = (await remindOn('2026-04-13')).find(({ to }) => to === 'lena@example.org')
    expect(copy?.text).toMatch(/^Guten Tag Lena Roth/)
    expect(copy?.text).toContain('45,00\u00a0€')
    expect(copy?.text).not.toMatch(/\bOlaf\b/)
    expect(copy?.text).not.toContain('90,00')
    expect(await rows('SELECT level, count(*) AS count FROM reminders GROUP BY level')).toEqual(
      [1, 2, 3].map((level) => ({ level, count: 2 })),
    )
  })

  it.each([
    ['on the day before the 18th birthday', { birthdate: '2008-04-14' }, 1],
    ['on the 18th birthday', { birthdate: '2008-04-13' }, 2],
    ['without a birthdate', { birthdate: null }, 2],
    ['without an address', { email: null }, 1],
    ['with the address of the payer', { email: 'M1@example.org' }, 1],
  ])('sends as many mails for a dependant %s', async (_, fields, count) => {
    await addPersons(club, [{ external_id: 'lena', ...fields }])
    await claimFrom('lena')
    for (const day of REMINDED.slice(0, 2)) expect(await remindOn(day)).toHaveLength(1)
    expect(await remindOn('2026-04-13')).toHaveLength(count)
  })

  it('is counted once, as it is proposed', async () => {
    await addPersons(club, [payer(2)])
    await claimFrom('lena', 'olaf', 'm2')
    setClock('2026-03-16T12:00:00Z')
    expect((await proposal()).payers).toMatchObject([
      { name: 'Ada Lovelace 2', fees: [{ owner: null }] },
      {
        name: 'Uwe Roth',
        total: 9000,
        fees: [{ owner: { name: 'Lena Roth' } }, { owner: { name: 'Olaf Roth' } }],
      },
    ])
    expect(await countOn('2026-03-16')).toBe(2)
  })

  it('is left out with the name of a payer who cannot be reached, and not counted', async () => {
    await addPersons(club, [{ external_id: 'uwe', email: null }])
    await claimFrom('lena', 'olaf')
    setClock('2026-03-16T12:00:00Z')
    expect(await proposal()).toMatchObject({
      payers: [],
      left_out: [{ name: 'Uwe Roth', reason: 'no_address', total: 9000 }],
    })
    expect(await countOn('2026-03-16')).toBe(0)
    await rows("UPDATE persons SET payer_id = 'per_gone' WHERE payer_id IS NOT NULL")
    expect((await proposal()).payers.map(({ name }) => name)).toEqual(['Lena Roth', 'Olaf Roth'])
    expect(await countOn('2026-03-16')).toBe(2)
  })

  it('is shown to staff with whose fees they are, and whom the last one goes to as well', async () => {
    await claimFrom('lena', 'olaf')
    for (const day of REMINDED.slice(0, 2)) await remindOn(day)
    setClock('2026-04-13T12:00:00Z')
    const [{ person_id: uwe = '' } = {}] = (await proposal()).payers
    const treasurer = await staffOf(club, 'treasurer')
    const read = async (path: string) => {
      const { text } = await treasurer.get(`/dashboard/${club.id}/mails/reminders${path}`, {
        headers: { 'Accept-Language': 'de' },
      })
      return textOf(text)
    }
    const list = await read('')
    expect(list).toContain('Lena Roth: Beitrag 2026')
    expect(list).toContain('letzte Mahnung auch an Lena Roth')
    expect(list).not.toContain('letzte Mahnung auch an Olaf Roth')
    const review = await read(`/review?id=${uwe}`)
    expect(review).toContain('auch an die Person selbst')
    expect(review).toContain('2 Mahnungen senden')
    const lena = (await club.get('/lists/members/persons/lena')).body.data.id
    expect(await read(`/preview?id=${lena}`)).toContain('Guten Tag Lena Roth')
  })
})

describe('what is sent for an occasion of money', () => {
  it('goes to the payer: one announcement of all debits of the family', async () => {
    await addPersons(club, [
      {
        external_id: 'lena',
        bank_account: { iban: ibanOf(7) },
        sepa_mandate: { reference: 'M-7', signature_date: '2025-01-31' },
      },
    ])
    const feeIds = await claimFrom('lena', 'uwe', 'olaf')
    await switchOn(club, 'debit_announced')
    const { body } = await release(club, feeIds)
    expect(body.data.items).toHaveLength(2)
    const mails = await mailsAt('2026-03-03T09:17:00Z')
    expect(subjectsOf(mails)).toEqual(['m1@example.org: Ankündigung: Lastschrift am 16. März 2026'])
    expect(mails[0]?.text).toContain('135,00\u00a0€')
    const treasurer = await staffOf(club, 'treasurer')
    const file = await treasurer.submit(`/dashboard/${club.id}/direct-debits/${body.data.id}/announcement`)
    expect(file.text.split('m1@example.org')).toHaveLength(3)
    expect(file.text).not.toContain('lena@example.org')
  })

  it('tells the payer of a fee of a dependant, by name', async () => {
    await switchOn(club, 'fee_claimed')
    await claimFrom('olaf')
    const mails = await mailsAt('2026-03-03T09:17:00Z')
    expect(mails.map(({ to }) => to)).toEqual(['m1@example.org'])
    expect(mails[0]?.text).toContain('Olaf Roth, Beitrag 2026')
  })

  it('goes to the person where the payer no longer exists, and what is about a member always does', async () => {
    await switchOn(club, 'fee_claimed')
    await switchOn(club, 'birthday')
    await rows("UPDATE persons SET payer_id = 'per_gone' WHERE external_id = 'olaf'")
    await claimFrom('olaf')
    expect((await mailsAt('2026-03-03T09:17:00Z')).map(({ to }) => to)).toEqual(['olaf@example.org'])
    expect((await mailsAt('2026-04-13T09:17:00Z')).map(({ to }) => to)).toEqual(['lena@example.org'])
  })
})
