import { beforeEach, describe, expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, collectingClub, payer } from '../support/direct-debits'
import { formValues, textOf } from '../support/html'
import { deliverMails, postMail } from '../support/mails'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { rows, type Workspace } from '../support/workspace'

let club: Workspace

/** Uwe pays for Lena, who has an address, and Olaf, who has none. Ada is alone. */
beforeEach(async () => {
  club = await collectingClub()
  await addPersons(club, [UWE, { ...LENA, email: 'lena@example.org' }, OLAF, payer(2)])
  await setPayer(club, 'uwe', 'lena', 'olaf')
})

async function send(mail: object) {
  const answer = await postMail(club, { filter: {}, ...mail })
  const { sent } = await deliverMails(answer.queued)
  return { ...answer, sent, to: sent.map(({ to }) => to).sort() }
}

const idOf = async (externalId: string) =>
  (await club.get(`/lists/members/persons/${externalId}`)).body.data.id

describe('a mail to payers', () => {
  it('goes once to each family, whose dependants are reached with the payer', async () => {
    const { to, body } = await send({ to_payers: true })
    expect(to).toEqual(['m1@example.org', 'm2@example.org'])
    expect(body.data).toMatchObject({ counts: { total: 2 }, left_out: { no_address: 0 } })
    const uwe = await idOf('uwe')
    const recipients = (await club.get(`/mails/${body.data.id}/recipients`)).body.data
    const withOf = Object.fromEntries(
      recipients.map(({ name, sent_with, state }: Record<string, string>) => [name, [sent_with, state]]),
    )
    expect(withOf).toEqual({
      'Uwe Roth': [null, 'sent'],
      'Ada Lovelace 2': [null, 'sent'],
      'Lena Roth': [uwe, 'sent'],
      'Olaf Roth': [uwe, 'sent'],
    })
  })

  it('goes to each person without the option', async () => {
    const { to, body } = await send({})
    expect(to).toEqual(['lena@example.org', 'm1@example.org', 'm2@example.org'])
    expect(body.data.left_out.no_address).toBe(1)
  })

  it('goes to a payer who is not in the audience itself, for a dependant who is', async () => {
    const { to, sent } = await send({
      to_payers: true,
      filter: undefined,
      person_ids: [await idOf('olaf')],
      body: '{{salutation}}, {{membership_number}}',
    })
    expect(to).toEqual(['m1@example.org'])
    expect(sent[0]?.text).toContain('Guten Tag Uwe Roth')
  })

  it('greets the payer alone, also where a dependant has the same address', async () => {
    await addPersons(club, [{ external_id: 'lena', email: 'm1@example.org' }])
    const { sent } = await send({ to_payers: true, body: '{{salutation}}' })
    const uwe = sent.find(({ to }) => to === 'm1@example.org')
    expect(uwe?.text).toContain('Guten Tag Uwe Roth')
    expect(uwe?.text).not.toMatch(/\bLena\b/)
  })

  it('names what the family has to pay', async () => {
    await claim(club, [
      { person_external_id: 'lena', description: 'Beitrag 2027' },
      { person_external_id: 'uwe', description: 'Boot', amount: 500 },
    ])
    const body = 'Offen: {{open_amount}}\n\n{{fees}}'
    const textTo = async (mail: object) =>
      (await send({ body, ...mail })).sent.find(({ to }) => to === 'm1@example.org')?.text
    const family = await textTo({ to_payers: true })
    expect(family).toContain('50,00\u00a0€')
    expect(family).toContain('Lena Roth, Beitrag 2027')
    expect(await textTo({})).toContain('Offen: 5,00\u00a0€')
  })

  it('says what their fees are made up of, and nothing of fees that have no parts', async () => {
    await claim(club, [{ person_external_id: 'uwe', description: 'Boot', amount: 500 }])
    const body = 'Liebe Familie,\n\n{{zusammensetzung}}\n\nDanke'
    const textTo = async () =>
      (await send({ body, to_payers: true })).sent.find(({ to }) => to === 'm1@example.org')
    const nothing = await textTo()
    expect(nothing?.text).toContain('Liebe Familie,\n\nDanke')
    expect(nothing?.html).not.toMatch(/<p[^>]*><\/p>/)
    const rules = [
      { kind: 'base', name: 'Erwachsen & <b>', amount: 12_000 },
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
      version: { key_day: '01-01', due_day: 89, pro_rata: 'none', rounding: 1, rules },
    })
    const run = { plan_id: plan.body.data.id, period: '2026', person_ids: [await idOf('lena')] }
    expect((await club.post('/dues_runs', run)).status).toBe(201)
    const mail = await textTo()
    const made = 'Lena Roth, Beitrag 2026: Erwachsen & <b> 120,00\u00a0€ · Halle 30,00\u00a0€'
    expect(mail?.text).toContain(`Liebe Familie,\n\n${made}\n\nDanke`)
    expect(mail?.html).toContain('Erwachsen &amp; &lt;b&gt; 120,00')
  })

  it('leaves out a family whose payer cannot be reached, and writes to those whose payer is not in the list', async () => {
    await addPersons(club, [{ external_id: 'uwe', email: null }])
    const left = await send({ to_payers: true })
    expect(left.to).toEqual(['m2@example.org'])
    expect(left.body.data.left_out.no_address).toBe(3)
    await addPersons(club, [payer(3, { external_id: 'eva' })], 'contacts')
    await setPayer(club, 'eva', 'lena')
    expect((await send({ to_payers: true })).to).toEqual(['lena@example.org', 'm2@example.org'])
  })
})

describe('the form of a mail', () => {
  it('keeps the option in the draft, and shows it before and after the mail is sent', async () => {
    const office = await staffOf(club, 'office')
    const base = `/dashboard/${club.id}/mails`
    const form = Object.fromEntries(formValues((await office.get(`${base}/new?list=members`)).text))
    expect(form).not.toHaveProperty('to_payers')
    const draft = { ...form, subject: 'Fest', body: 'Kommt!', kind: 'official' }
    const saved = await office.submit(base, { ...draft, to_payers: '1' })
    const path = saved.headers.get('Location') ?? ''
    const read = async (page: string) =>
      textOf((await office.get(page, { headers: { 'Accept-Language': 'de' } })).text)
    expect(await read(path)).toContain('4 Personen bekommen 2 E-Mails')
    expect(await read(path)).toContain('an Zahler, einmal je Familie')
    const edit = Object.fromEntries(formValues((await office.get(`${path}/edit`)).text))
    expect(edit.to_payers).toBe('1')
    const { to_payers: _, ...rest } = edit
    const without = { ...rest, body: 'Kommt!' }
    const changed = await office.submit(`${path}/edit`, without)
    expect(changed.status, textOf(changed.text)).toBe(303)
    expect(await read(path)).not.toContain('an Zahler')
    expect((await rows('SELECT audience FROM mails'))[0]?.audience).not.toContain('to_payers')
    await office.submit(`${path}/edit`, { ...without, revision: '2', to_payers: '1' })
    expect(await read(path)).toContain('an Zahler, einmal je Familie')
  })
})
