import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../../src/domain/shared/dates'
import { ROLES, type Role } from '../../src/domain/staff/roles'
import { addTo, clubOf, fee, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { COLLECTED_ON, collectingClub, payer, release } from '../support/direct-debits'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson, setPortal } from '../support/portal'
import { seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const NEXT_YEAR = new Date().getFullYear() + 1

const KATRIN = {
  name: { first_name: 'Katrin', last_name: 'Bergmann' },
  email: 'bergmann@example.org',
  birthdate: '1981-11-23',
  membership_number: '1004',
  join_date: '2019-03-01',
  payment_method: 'direct_debit',
  bank_account: { iban: IBAN, bic: null, signatory: null },
}

async function fixture(role: Role = 'owner') {
  const world = await clubOf(person(KATRIN), signedIn(role))
  return { ...world, ...pathsOf(world.club, world.id) }
}

const pathsOf = (club: Workspace, id: string) => {
  const base = `/dashboard/${club.id}`
  return { base, path: `${base}/members/${id}` }
}

const claim = (club: Workspace, person_id: string, amount: number) =>
  club.post('/fees', { data: [{ person_id, amount, description: `Beitrag ${amount}` }] })

const storedPersons = () => rows('SELECT * FROM persons ORDER BY list_id, id')

describe('the page of a person', () => {
  it('shows what is stored, the fees and the family, in one trip that writes nothing', async () => {
    const { club, id, staff, path } = await fixture()
    await createPerson(club, {
      name: { first_name: 'Jonas', last_name: 'Bergmann' },
      email: 'Bergmann@example.org',
    })
    await claim(club, id, 4800)
    await claim(club, id, 1200)
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const page = textOf(text)
    for (const part of [
      'Katrin Bergmann',
      'aktiv',
      'Mitgliedsnummer 1004',
      '23. November 1981',
      '1. März 2019',
    ])
      expect(page).toContain(part)
    for (const part of ['60,00 €', 'Beitrag 4800', 'Gleiche E-Mail-Adresse', 'Jonas Bergmann'])
      expect(page).toContain(part)
    expect(page).toContain('DE89 3704 0044 0532 0130 00')
    expect(page).toContain('SEPA-Mandat fehlt')
    expect(text).toContain(`href="${path}/edit"`)
  })

  it('says what is open since when, whether a mandate can be used, and the last payment, without the IBAN', async () => {
    const { club, id, path } = await fixture()
    const office = await staffOf(club, 'office')
    const open = { person_id: id, amount: 4800, description: 'Beitrag', due_on: '2026-01-31' }
    const { body } = await club.post('/fees', { data: [open, { ...open, due_on: '2999-01-31' }] })
    const before = textOf((await office.get(path)).text)
    expect(before).toContain('Offen 96,00 €, davon 48,00 € fällig seit 31. Januar 2026')
    expect(before).toContain('Mandat fehlt')
    expect(before).toContain('Letzte Zahlung noch keine')
    await club.put(`/lists/members/persons/${id}`, {
      sepa_mandate: { reference: 'M-1', signature_date: `${NEXT_YEAR - 2}-01-15` },
    })
    const payment = { fee_id: body.data[0].id, amount: 4800, paid_on: '2026-02-12', method: 'cash' }
    const { body: paid } = await club.post('/payments', {
      data: [payment, { ...payment, fee_id: body.data[1].id }],
    })
    await club.post(`/payments/${paid.data[1].id}/reversal`, { reason: 'Test' })
    const answer = await office.get(path)
    expect(answer.cost.trips).toBe(1)
    const page = textOf(answer.text)
    expect(page).toContain('Offen 48,00 €, fällig am 31. Januar 2999')
    expect(page).toContain(`Mandat gültig, bis 15. Januar ${NEXT_YEAR + 1}`)
    expect(page).toContain('Letzte Zahlung 48,00 € am 12. Februar 2026')
    expect(answer.text).not.toContain(IBAN)
    expect(answer.text).not.toContain('/fees/claim')
    const treasurer = await staffOf(club, 'treasurer')
    expect((await treasurer.get(path)).text).toContain(`/fees/claim?list=members&amp;id=${id}`)
  })

  it('has English words in an English browser', async () => {
    const { staff, path } = await fixture()
    const { text } = await staff.get(path, { headers: { 'Accept-Language': 'en-GB' } })
    expect(textOf(text)).toContain('Membership number 1004')
    expect(textOf(text)).toContain('SEPA mandate missing')
  })

  it.each([
    ['owner', 'DE89 3704 0044 0532 0130 00'],
    ['office', '•••• 3000'],
    ['treasurer', 'DE89 3704 0044 0532 0130 00'],
  ] as const)('shows the IBAN to %s as %s', async (role, shown) => {
    const { staff, path } = await fixture(role)
    const { text } = await staff.get(path)
    expect(text).toContain(shown)
    if (role === 'office') expect(text).not.toMatch(/\bDE89|370400/)
  })

  it('offers acts only to those who may write', async () => {
    const { staff, path } = await fixture('treasurer')
    const { text } = await staff.get(path)
    for (const act of ['end', 'delete', 'portal-link']) expect(text).not.toContain(`${path}/${act}`)
    expect(textOf(text)).toContain('Zahlungsangaben bearbeiten')
    const { staff: owner, path: own } = await fixture('owner')
    expect(textOf((await owner.get(own)).text)).not.toContain('Zahlungsangaben bearbeiten')
  })

  it('warns of persons with the same name, in both lists', async () => {
    const { club, staff, path, base } = await fixture()
    const name = { first_name: 'KATRIN', last_name: 'Bergmann' }
    const contactId = await createPerson(club, { name }, 'contacts')
    await createPerson(club, { name, birthdate: '1999-01-01' })
    const { text } = await staff.get(path)
    expect(text).toContain(`${base}/contacts/${contactId}`)
    expect(text.match(/KATRIN/g)).toHaveLength(1)
  })

  it.each(['members', 'contacts'])(
    'answers for the %s of others and for unknown ones alike',
    async (list) => {
      const { club, staff, base } = await fixture()
      const other = await workspace()
      const foreign = await createPerson(other, { name: { last_name: 'Other' } }, list)
      for (const id of [foreign, 'per_unknown', foreign.slice(0, -1)]) {
        const { status, cost } = await staff.get(`${base}/${list}/${id}`)
        expect([status, cost.rowsWritten]).toEqual([404, 0])
      }
      expect(club.id).not.toBe(other.id)
    },
  )

  it('tells what was done and who did it, and takes it back', async () => {
    const { club, id, staff, path } = await fixture('office')
    const ended = await staff.submit(`${path}/end`, { leave_date: '2026-12-31' })
    const { text } = await staff.get(String(ended.headers.get('Location')))
    expect(textOf(text)).toContain('Staff office hat Austritt eingetragen: 31. Dezember 2026')
    expect(textOf(text)).toContain('hat das Mitglied angelegt')
    const [, form = ''] = /<form method="post" action="[^"]*\/undo">([\s\S]*?)<\/form>/.exec(text) ?? []
    const fields = { batch: String(inputValue(form, 'batch')), back: String(inputValue(form, 'back')) }
    const undone = await staff.submit(`/dashboard/${club.id}/undo`, fields)
    expect(leadsTo(undone)).toContain(`${path} after undone?batch=bat_`)
    expect((await club.get(`/lists/members/persons/${id}`)).body.data.leave_date).toBeNull()
  })

  it('reads as many rows in a list of 2,000', async () => {
    const { club, staff, path } = await fixture()
    const small = await staff.get(path)
    await seedMembers(club.id, 2000)
    const large = await staff.get(path)
    expect(large.cost.rowsRead).toBeLessThan(small.cost.rowsRead + 5)
  })
})

describe('another account while a debit is out', () => {
  async function released() {
    const club = await collectingClub()
    const { id, staff, fees } = await addTo(
      club,
      person(payer(1)),
      fee(4500, { person_external_id: 'm1' }),
      signedIn('treasurer'),
    )
    const { body } = await release(
      club,
      fees.map((one) => one.id),
    )
    return { club, staff, collection: body.data.id as string, ...pathsOf(club, id) }
  }
  const german = { headers: { 'Accept-Language': 'de' } }

  it('is saved by a page that names the debit which still takes the old one', async () => {
    const { staff, path, base, collection } = await released()
    const sentence = 'nimmt 45,00 € noch vom alten Konto'
    const form = await staff.get(`${path}/edit`)
    expect(textOf((await staff.get(path, german)).text)).not.toContain('Noch vom alten Konto')
    const kept = formValues(form.text).filter(([name]) => name !== 'bank_account.iban')
    const entered: [string, string][] = [...kept, ['bank_account.iban', ibanOf(7)]]
    const saved = await staff.submit(`${path}/edit`, entered)
    expect(leadsTo(saved)).toContain('after saved')
    const { text, cost } = await staff.get(path, german)
    const told = `Der Einzug am 16. März 2026 ${sentence} •••• ${ibanOf(1).slice(-4)}`
    expect(textOf(text).replaceAll('\u00a0', ' ')).toContain(told)
    expect(text).toContain(`href="${base}/direct-debits/${collection}"`)
    expect(text).not.toContain(ibanOf(1))
    expect(cost.trips).toBe(1)
  })

  it('is forgotten once the debit is discarded', async () => {
    const { club, staff, path, collection } = await released()
    await club.put('/lists/members/persons/m1', { bank_account: { iban: ibanOf(7) } })
    expect(textOf((await staff.get(path, german)).text)).toContain('Noch vom alten Konto')
    await club.post(`/collections/${collection}/discard`, { reason: 'x' })
    expect(textOf((await staff.get(path, german)).text)).not.toContain('Noch vom alten Konto')
  })
})

describe('the end of a membership', () => {
  it('is asked for, stored, and taken back', async () => {
    const { club, id, staff, path } = await fixture()
    const asked = await staff.get(`${path}/end`)
    expect([asked.status, asked.cost.trips]).toEqual([200, 1])
    expect(inputValue(asked.text, 'leave_date')).toMatch(/^\d{4}-\d\d-\d\d$/)
    const ended = await staff.submit(`${path}/end`, { leave_date: `${NEXT_YEAR}-12-31` })
    const to = String(ended.headers.get('Location'))
    expect([ended.status, leadsTo(ended)]).toEqual([
      303,
      expect.stringMatching(/ after ended\?batch=bat_\w+$/),
    ])
    expect(ended.cost.trips).toBeLessThanOrEqual(2)
    const leaveDate = async () => (await club.get(`/lists/members/persons/${id}`)).body.data.leave_date
    expect(await leaveDate()).toBe(`${NEXT_YEAR}-12-31`)
    const shown = await staff.get(to)
    expect(textOf(shown.text)).toContain(`Austritt am 31. Dezember ${NEXT_YEAR}`)
    expect(textOf(shown.text)).toContain('Der Austritt ist eingetragen.')
    expect(shown.text).toContain(`action="${path}/reinstate"`)
    const back = await staff.submit(`${path}/reinstate`)
    expect(leadsTo(back)).toMatch(/ after reinstated\?batch=bat_\w+$/)
    expect(await leaveDate()).toBeNull()
  })

  it('proposes the next day that the notice allows, and says by which', async () => {
    const { club, staff, path } = await fixture()
    const proposed = async () => {
      const { text } = await staff.get(`${path}/end`)
      return [inputValue(text, 'leave_date'), textOf(text)] as const
    }
    const [first, page] = await proposed()
    expect(first).toBe(`${new Date().getFullYear()}-12-31`)
    expect(page).toContain('den die Kündigungsfrist zulässt: ohne Frist zum Ende eines Jahres.')
    const leaving = { notice_weeks: 4, end: 'any_day' }
    await operator('PATCH', `/operator/workspaces/${club.id}`, { leaving })
    const [day, other] = await proposed()
    expect(day).toBe(addDays(todayIn('Europe/Berlin', new Date()), 28))
    expect(other).toContain('4 Wochen zu jedem Tag.')
  })

  it('has a reason, which staff choose, and a note', async () => {
    const { club, id, staff, path } = await fixture()
    const stored = async () => (await club.get(`/lists/members/persons/${id}`)).body.data
    const { text } = await staff.get(`${path}/end`)
    expect(formValues(text)).toContainEqual(['leave_reason', 'left'])
    const end = {
      leave_date: '2026-01-31',
      leave_reason: 'excluded',
      leave_note: ' Beschluss vom 3. Januar ',
    }
    expect((await staff.submit(`${path}/end`, end)).status).toBe(303)
    expect(await stored()).toMatchObject({ ...end, leave_note: 'Beschluss vom 3. Januar' })
    const shown = textOf((await staff.get(path)).text)
    expect(shown).toContain('Grund des Austritts ausgeschlossen')
    expect(shown).toContain('Beschluss vom 3. Januar')
    const again = await staff.get(`${path}/end`)
    expect(inputValue(again.text, 'leave_note')).toBe('Beschluss vom 3. Januar')
    const wrong = await staff.submit(`${path}/end`, {
      ...end,
      leave_reason: 'x',
      leave_note: 'x'.repeat(501),
    })
    expect(wrong.status).toBe(422)
    expect(textOf(wrong.text)).toContain('Bitte wähle einen der Gründe.')
    expect(textOf(wrong.text)).toContain('höchstens 500 Zeichen')
    await staff.submit(`${path}/reinstate`)
    expect(await stored()).toMatchObject({ leave_date: null, leave_reason: null, leave_note: null })
  })

  it('is the day of a death, which is not in the future, and shown as such', async () => {
    const { staff, path } = await fixture()
    const end = { leave_date: `${NEXT_YEAR}-12-31`, leave_reason: 'deceased', leave_note: '' }
    const refused = await staff.submit(`${path}/end`, end)
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Der Todestag kann nicht in der Zukunft liegen.')
    expect(formValues(refused.text)).toContainEqual(['leave_reason', 'deceased'])
    expect((await staff.submit(`${path}/end`, { ...end, leave_date: '2026-01-02' })).status).toBe(303)
    expect(textOf((await staff.get(path)).text)).toContain('verstorben')
    const list = await staff.get(`${path.replace(/\/per_\w+$/, '')}?status=former`)
    expect(textOf(list.text)).toContain('verstorben')
  })

  it('is the same for many, and leaves the dead as they are', async () => {
    const { club, id, staff, path } = await fixture()
    const list = path.replace(/\/per_\w+$/, '')
    const dead = await createPerson(club, {
      external_id: 'dead',
      leave_date: '2026-03-01',
      leave_reason: 'deceased',
    })
    const asked = await staff.submit(`${list}/bulk`, [
      ['action', 'end'],
      ['scope', 'chosen'],
      ['id', id],
      ['id', dead],
    ])
    expect(inputValue(asked.text, 'bulk.value')).toBe(`${new Date().getFullYear()}-12-31`)
    expect(textOf(asked.text)).toContain('Grund des Austritts')
    const form = (changed: Record<string, string>) =>
      formValues(asked.text).map(([name, value]) => [name, changed[name] ?? value] as [string, string])
    const future = await staff.submit(
      `${list}/bulk/run`,
      form({ leave_reason: 'deceased', 'bulk.value': '2999-01-01' }),
    )
    expect([future.status, textOf(future.text)]).toEqual([422, expect.stringContaining('Der Todestag')])
    const end = { 'bulk.value': '2026-01-31', leave_reason: 'moved', leave_note: 'Fusion' }
    expect((await staff.submit(`${list}/bulk/run`, form(end))).status).toBe(303)
    expect(
      await rows('SELECT leave_date, leave_reason, leave_note FROM persons ORDER BY leave_date'),
    ).toEqual([
      { leave_date: '2026-01-31', leave_reason: 'moved', leave_note: 'Fusion' },
      { leave_date: '2026-03-01', leave_reason: 'deceased', leave_note: null },
    ])
  })

  it('refuses a date that does not exist, and keeps what was entered', async () => {
    const { staff, path } = await fixture()
    const before = await storedPersons()
    const { status, text, cost } = await staff.submit(`${path}/end`, { leave_date: '2026-02-30' })
    expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
    expect(inputValue(text, 'leave_date')).toBe('2026-02-30')
    expect(await storedPersons()).toEqual(before)
  })
})

describe('the fees after the end of a membership', () => {
  const END = `${NEXT_YEAR}-12-31`
  const AFTER = NEXT_YEAR + 1

  async function withFees(role: Role = 'owner') {
    const world = await clubOf(
      person({ name: { first_name: 'Ada', last_name: 'Lovelace' }, join_date: '2020-01-01' }),
      fee(1000, { description: 'Vorher', due_on: END }),
      fee(2000, { description: 'Danach', due_on: `${AFTER}-01-01` }),
      fee(3000, { description: 'Angezahlt', due_on: `${AFTER}-02-01` }),
      signedIn(role),
    )
    const { club, id, fees } = world
    await pay(club, fees[2].id, 500)
    const { body } = await club.post('/dues_plans', {
      ...{ name: 'Jahresbeitrag', list: 'members', interval: 'year', description: 'Beitrag {{period}}' },
      from_period: String(AFTER),
      version: {
        ...{ key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1 },
        rules: [{ kind: 'base', name: 'Alle', amount: 12_000 }],
      },
    })
    const run = await club.post('/dues_runs', { plan_id: body.data.id, period: String(AFTER) })
    expect(run.status).toBe(201)
    return { ...world, path: `/dashboard/${club.id}/members/${id}/end` }
  }

  const pay = async (club: Workspace, fee_id: string, amount: number) => {
    const payment = { fee_id, amount, paid_on: '2026-01-02', method: 'bank_transfer' }
    expect((await club.post('/payments', { data: [payment] })).status).toBe(201)
  }

  const stored = () =>
    rows<{ description: string; status: string; kind: string | null; reason: string | null }>(
      `SELECT description, status, cancellation ->> 'kind' AS kind, cancellation ->> 'reason' AS reason FROM fees ORDER BY amount`,
    )
  const leaveDate = () => rows('SELECT leave_date FROM persons')

  const ended = ({ text }: { text: string }, choose: RegExp = /^fee\./) =>
    formValues(text).map(([name, value]) => [name, choose.test(name) ? 'cancel' : value] as [string, string])

  it('are shown for the day, and stay unless somebody says otherwise', async () => {
    const { staff, path } = await withFees()
    const first = await staff.get(path)
    expect([first.status, first.cost.trips]).toEqual([200, 1])
    const form = Object.fromEntries(formValues(first.text))
    const before = await stored()
    const sent = await staff.submit(path, { ...form, leave_date: END })
    expect([sent.status, await stored()]).toEqual([303, before])
    expect(await leaveDate()).toEqual([{ leave_date: END }])
  })

  it('are asked about again where another day concerns others', async () => {
    const { staff, path } = await withFees()
    const form = ended(await staff.get(path))
    const sent = form.map(([name, value]) => [name, name === 'leave_date' ? END : value] as [string, string])
    const again = await staff.submit(path, sent)
    expect([again.status, again.cost.rowsWritten, await leaveDate()]).toEqual([
      409,
      0,
      [{ leave_date: null }],
    ])
    expect(textOf(again.text)).toContain('Es geht jetzt um andere Beiträge')
    expect(textOf(again.text)).not.toContain('Vorher')
    expect(textOf(again.text)).toContain('Ist teilweise bezahlt')
    expect(inputValue(again.text, 'leave_date')).toBe(END)
    const earlier = { ...Object.fromEntries(formValues(again.text)), leave_date: `${NEXT_YEAR}-06-30` }
    expect((await staff.submit(path, earlier)).status).toBe(409)
    expect(await leaveDate()).toEqual([{ leave_date: null }])
  })

  it('are cancelled with the end in one batch: by mistake for a later period, else waived', async () => {
    const { staff, path } = await withFees()
    const early = await staff.get(path)
    const day = (form: [string, string][]) =>
      form.map(([name, value]) => [name, name === 'leave_date' ? END : value] as [string, string])
    const again = await staff.submit(path, day(ended(early)))
    const sent = await staff.submit(path, ended(again))
    expect([sent.status, sent.cost.trips]).toEqual([303, 2])
    expect(await stored()).toEqual([
      { description: 'Vorher', status: 'open', kind: null, reason: null },
      { description: 'Danach', status: 'cancelled', kind: 'waived', reason: 'Austritt' },
      { description: 'Angezahlt', status: 'open', kind: null, reason: null },
      { description: `Beitrag ${AFTER}`, status: 'cancelled', kind: 'mistake', reason: 'Austritt' },
    ])
    expect(await leaveDate()).toEqual([{ leave_date: END }])
    const batches = await rows(
      "SELECT DISTINCT batch_id FROM events WHERE action = 'fee.cancelled' OR changes LIKE '%leave_date%' AND action = 'person.updated'",
    )
    expect(batches).toHaveLength(1)
    const page = await openAfter(staff, leadsTo(sent))
    expect(textOf(page.text)).toContain('2 Beiträge sind storniert.')
  })

  it('are cancelled where the end is known already', async () => {
    const { club, id, staff, path } = await withFees()
    expect((await club.put(`/lists/members/persons/${id}`, { leave_date: END })).status).toBe(200)
    const asked = await staff.get(path)
    expect(inputValue(asked.text, 'leave_date')).toBe(END)
    expect((await staff.submit(path, ended(asked))).status).toBe(303)
    expect((await stored()).filter(({ status }) => status === 'cancelled')).toHaveLength(2)
  })

  it('keep all as it is without a reason, and say so', async () => {
    const { club, id, staff, path } = await withFees()
    expect((await club.put(`/lists/members/persons/${id}`, { leave_date: END })).status).toBe(200)
    const form = ended(await staff.get(path)).map(
      ([name, value]) => [name, name === 'reason' ? ' ' : value] as [string, string],
    )
    const sent = await staff.submit(path, form)
    expect([sent.status, sent.cost.rowsWritten]).toEqual([422, 0])
    expect(textOf(sent.text)).toContain('Bitte gib einen Grund')
    expect(formValues(sent.text).filter(([, value]) => value === 'cancel')).toHaveLength(2)
  })

  it('are asked about again once one was paid meanwhile', async () => {
    const { club, id, fees, staff, path } = await withFees()
    expect((await club.put(`/lists/members/persons/${id}`, { leave_date: END })).status).toBe(200)
    const asked = await staff.get(path)
    await pay(club, fees[1].id, 2000)
    expect((await staff.submit(path, ended(asked))).status).toBe(409)
  })

  it('cannot be cancelled there while they are collected', async () => {
    const club = await collectingClub()
    const { id, fees, staff } = await addTo(
      club,
      person(payer(1)),
      fee(4500, { due_on: COLLECTED_ON }),
      fee(4500),
      signedIn('owner'),
    )
    const feeIds = fees.map((one) => one.id)
    expect((await release(club, feeIds)).status).toBe(201)
    const path = `/dashboard/${club.id}/members/${id}/end`
    const asked = await staff.submit(path, { leave_date: '2026-01-31', fees: '' })
    expect(asked.status).toBe(409)
    expect(textOf(asked.text)).toContain('Wird gerade eingezogen')
    expect(asked.text).not.toContain(`name="fee.${feeIds[0]}"`)
    const form = formValues(asked.text)
    const forged = await staff.submit(path, [...form, [`fee.${feeIds[0]}`, 'cancel'], ['reason', 'x']])
    expect([forged.status, forged.cost.rowsWritten]).toEqual([409, 0])
    expect((await staff.submit(path, form)).status).toBe(303)
    expect(await rows('SELECT DISTINCT status FROM fees')).toEqual([{ status: 'collecting' }])
  })

  it('are shown to the office without a choice, which may not cancel them by a form of its own', async () => {
    const { club, id, fees, staff, path } = await withFees('office')
    expect((await club.put(`/lists/members/persons/${id}`, { leave_date: END })).status).toBe(200)
    const asked = await staff.get(path)
    expect(textOf(asked.text)).toContain('entscheidet der Kassenwart')
    expect(textOf(asked.text)).toContain('Danach')
    expect(asked.text).not.toContain('type="radio"')
    const owner = await staffOf(club, 'owner')
    const forged = await staff.submit(path, ended(await owner.get(path)))
    expect([forged.status, forged.cost.rowsWritten]).toEqual([403, 0])
    const sent = await staff.submit(path, {
      ...Object.fromEntries(formValues(asked.text)),
      leave_date: `${NEXT_YEAR}-06-30`,
    })
    expect(sent.status).toBe(303)
    expect((await stored()).every(({ status }) => status === 'open')).toBe(true)
    expect(fees).toHaveLength(3)
  })
})

describe('the deletion of a person', () => {
  it('says what stays, and deletes', async () => {
    const { club, id, staff, path, base } = await fixture()
    await claim(club, id, 4800)
    const asked = await staff.get(`${path}/delete`)
    expect(textOf(asked.text)).toContain('Ein Beitrag bleibt für die Buchhaltung erhalten')
    expect(textOf(asked.text)).toContain('48,00 €')
    const version = String(inputValue(asked.text, 'version'))
    const deleted = await staff.submit(`${path}/delete`, { version })
    expect([deleted.status, leadsTo(deleted), deleted.cost.trips]).toEqual([
      303,
      `${base}/members after deleted?count=1`,
      2,
    ])
    expect(await storedPersons()).toEqual([])
    expect(await rows('SELECT person_name FROM fees')).toEqual([{ person_name: 'Katrin Bergmann' }])
  })

  it('shows the page again where the person has changed since', async () => {
    const { club, id, staff, path } = await fixture()
    const version = String(inputValue((await staff.get(`${path}/delete`)).text, 'version'))
    await club.put(`/lists/members/persons/${id}`, { email: 'new@example.org' })
    const { status, text, cost } = await staff.submit(`${path}/delete`, { version })
    expect([status, cost.trips]).toEqual([422, 2])
    expect(textOf(text)).toContain('Die Person wurde inzwischen geändert')
    expect(await storedPersons()).toHaveLength(1)
    await staff.submit(`${path}/delete`, { version: String(inputValue(text, 'version')) })
    expect(await storedPersons()).toEqual([])
  })
})

describe('the portal link', () => {
  it('is shown once to staff, who act on behalf of the member', async () => {
    const { club, id, staff, path } = await fixture('office')
    await setPortal(club, { enabled: true })
    const { status, text, cost } = await staff.submit(`${path}/portal-link`, { way: 'show' })
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 2])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'person.portal_link_created',
      actor_id: staff.id,
      subject_id: id,
    })
    const [, token] = /\/portal\/[\w-]+\/login\/([\w-]{43})/.exec(text) ?? []
    const { keys } = await env.PORTAL_LINKS.list()
    expect(keys).toHaveLength(1)
    expect(keys[0]?.name).not.toBe(token)
    expect(await env.PORTAL_LINKS.get(String(keys[0]?.name))).toContain(id)
  })

  it('says why there is none where the portal is off', async () => {
    const { club, staff, path } = await fixture()
    await setPortal(club, { enabled: false })
    const { status, text } = await staff.submit(`${path}/portal-link`, { way: 'show' })
    expect(status).toBe(409)
    expect(textOf(text)).toContain('Das Mitgliederportal ist abgeschaltet')
    expect((await env.PORTAL_LINKS.list()).keys).toEqual([])
    expect((await eventsOf(club)).at(-1)?.action).not.toBe('person.portal_link_created')
  })
})

describe('the data as a file', () => {
  it.each(ROLES.filter((role) => role !== 'auditor'))('has what is stored, for %s', async (role) => {
    const { club, id, staff, path } = await fixture(role)
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Größe', type: 'string', external_id: 'size' }],
    })
    await club.put(`/lists/members/persons/${id}`, { size: 'M' })
    await claim(club, id, 4800)
    const { status, headers, text, cost } = await staff.submit(`${path}/export`)
    expect([status, cost.trips]).toEqual([200, 1])
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${id}.json"`)
    const data = JSON.parse(text)
    expect(data).toMatchObject({
      person: { id, ...KATRIN, bank_account: { iban: role === 'office' ? '•••• 3000' : IBAN }, size: 'M' },
      custom_columns: { size: 'Größe' },
      fees: [{ amount: 4800 }],
    })
    expect(data.events.map(({ action }: { action: string }) => action)).toEqual([
      'person.created',
      'person.updated',
    ])
  })

  it('is an event, whose personal parts a deletion empties', async () => {
    const { club, id, staff, path } = await fixture()
    await staff.submit(`${path}/export`)
    const [event] = (await eventsOf(club)).slice(-1)
    expect(event).toMatchObject({ action: 'person.exported', actor_id: staff.id, subject_id: id })
    expect((await staff.get(path)).text).toContain('Staff owner hat die Daten exportiert')
    await club.delete(`/lists/members/persons/${id}`)
    const emptied = (await eventsOf(club)).find(({ action }) => action === 'person.exported')
    expect(emptied).toMatchObject({ subject_name: null, changes: null })
    const { text } = await staff.get(`/dashboard/${club.id}/log`)
    expect(text).toContain('hat die Daten eines Mitglieds exportiert, das inzwischen gelöscht ist')
  })

  it('is nothing for a person of another list, and leaves no event', async () => {
    const { club, id, staff } = await fixture()
    const before = (await eventsOf(club)).length
    const { status, cost } = await staff.submit(`/dashboard/${club.id}/contacts/${id}/export`)
    expect([status, cost.rowsWritten, (await eventsOf(club)).length]).toEqual([404, 0, before])
  })
})
