import { afterEach, describe, expect, it, vi } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { staffOf } from '../support/dashboard'
import { CREDITOR, check, claim, release, stored } from '../support/direct-debits'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { APPLICATION } from '../support/join'
import { collectingForm, IBAN, joinWithMandate, takeBackPath, WITH_MANDATE } from '../support/join-mandate'
import { submit } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const DAY = 86_400_000
/** A collection date that is open still a day after the mandate. */
const COLLECTED = '2026-03-17'
const DE = { headers: { 'Accept-Language': 'de' } }
const { 'family.joins': _, ...NO_MEMBER } = WITH_MANDATE

afterEach(() => vi.useRealTimers())

type Row = { id: string; first_name: string; list_id: string; area: string; sepa_mandate: string | null }
const persons = () => rows<Row>('SELECT * FROM persons ORDER BY id')
const mandatesOf = async (club: Workspace) => (await stored(club, 'mandates')) as Record<string, unknown>[]

async function fixture(fields: Record<string, string> = WITH_MANDATE) {
  const club = await collectingForm()
  const { queued } = await joinWithMandate(fields)
  const staff = await staffOf(club, 'owner')
  const path = `/dashboard/${club.id}/applications`
  const ids = async () => (await persons()).filter(({ area }) => area === 'applications').map(({ id }) => id)
  /** Presses the button of a page that decides on applications. */
  const decide = async (decision: string, chosen: string[], change: [string, string][] = []) => {
    const query = new URLSearchParams(chosen.map((id) => ['id', id]))
    const page = await staff.get(`${path}/${decision}?${query}`, DE)
    const form = formValues(page.text).filter(([name]) => !change.some(([changed]) => changed === name))
    return staff.submit(`${path}/${decision}`, [...form, ...change])
  }
  return { club, staff, path, queued, ids, decide }
}

describe('a family that joins with a mandate', () => {
  it('is admitted with two presses, and collected from by one debit under one mandate', async () => {
    const { club, staff, path, ids, decide } = await fixture()
    const [mandate] = await mandatesOf(club)
    const listed = await staff.get(path, DE)
    expect(listed.cost.trips).toBe(1)
    expect(textOf(listed.text)).toContain('(online erteilt am 2. März 2026)')
    expect(textOf(listed.text)).not.toMatch(/\bfehlt\b/)
    const [ada, ...others] = await ids()
    expect((await decide('confirm', await ids())).status).toBe(303)
    expect((await persons()).map(({ area }) => area)).toEqual(Array(5).fill('regular'))
    expect(await mandatesOf(club)).toEqual([mandate])

    const person = await staff.get(`/dashboard/${club.id}/members/${ada}`, DE)
    expect(textOf(person.text)).toContain('(online erteilt am 2. März 2026)')
    const evidence = await staff.get(`/dashboard/${club.id}/mandates?reference=${mandate?.reference}`, DE)
    for (const shown of ['Ich ermächtige Ruderclub e. V.', 'ada@example.org', String(mandate?.reference)])
      expect(textOf(evidence.text)).toContain(shown)
    const api = await club.get(`/lists/members/persons/${ada}/mandate`)
    expect(api.body.data).toMatchObject({
      ...{ reference: mandate?.reference, person_id: ada, granted: 'online', text_version: '2026-11-de' },
      ...{ iban: IBAN, holder: 'Ada Lovelace', confirmed_by: 'ada@example.org', ended_at: null },
      creditor: { name: CREDITOR.name, creditor_id: CREDITOR.creditor_id },
    })

    const feeIds = await Promise.all(
      [ada, ...others].map(async (person_id) => {
        const fee = { person_id, amount: 4500, description: 'Beitrag' }
        return String((await club.post('/fees', { data: [fee] })).body.data[0].id)
      }),
    )
    const codes = async () =>
      (await check(club, feeIds, COLLECTED)).body.data.problems.map(({ code }: { code: string }) => code)
    expect(new Set(await codes())).toEqual(new Set(['given_recently']))
    expect((await release(club, feeIds, { date: COLLECTED })).status).toBe(422)
    vi.setSystemTime(Date.now() + DAY + 1000)
    expect(await codes()).toEqual([])
    const released = await release(club, feeIds, { date: COLLECTED })
    expect(released.body.data.items).toMatchObject([
      {
        ...{ amount: 22_500, person_id: ada, signed_on: '2026-03-02', iban: IBAN },
        mandate_reference: mandate?.reference,
      },
    ])
    const file = await club.get(`/collections/${released.body.data.id}/file`)
    const { debits } = readDirectDebits(file.text)
    expect(debits).toMatchObject([
      {
        ...{ InstdAmt: '225.00', 'DbtrAcct/Id/IBAN': IBAN, 'Dbtr/Nm': 'Ada Lovelace' },
        'DrctDbtTx/MndtRltdInf/MndtId': mandate?.reference,
        'DrctDbtTx/MndtRltdInf/DtOfSgntr': '2026-03-02',
      },
    ])
    await expectSoundBooks(club.id)
  })

  it('is collected from the contact who pays and joins not', async () => {
    const { club, staff, path, ids, decide } = await fixture(NO_MEMBER)
    const shown = textOf((await staff.get(path, DE)).text)
    expect(shown.match(/TSV-[A-Z0-9]{8} von Ada Lovelace, online erteilt am 2\. März 2026/g)).toHaveLength(4)
    await decide('confirm', await ids())
    const [contact] = (await persons()).filter(({ list_id }) => list_id === 'contacts')
    const child = (await persons()).find(({ first_name }) => first_name === 'Cleo')
    const [{ reference } = {}] = await mandatesOf(club)
    expect((await club.get(`/lists/contacts/persons/${contact?.id}/mandate`)).body.data).toMatchObject({
      reference,
    })
    await club.put(`/lists/members/persons/${child?.id}`, { external_id: 'cleo' })
    const feeIds = await claim(club, [{ person_external_id: 'cleo' }])
    const [problem] = (await check(club, feeIds, COLLECTED)).body.data.problems
    expect(problem.code).toBe('given_recently')
    vi.setSystemTime(Date.now() + DAY + 1000)
    expect((await release(club, feeIds, { date: COLLECTED })).body.data.items).toMatchObject([
      { person_id: contact?.id, mandate_reference: reference, iban: IBAN, signed_on: '2026-03-02' },
    ])
  })
})

describe('the page that confirms', () => {
  it('shows the mandate of the one who gave it, and from when on it can be collected', async () => {
    const { club, staff, path, ids } = await fixture()
    const [ada, , cleo] = await ids()
    const shownOf = async (id = '', browser = staff) => {
      const page = await browser.get(`${path}/confirm?id=${id}`, DE)
      expect([page.status, page.cost.trips]).toEqual([200, 1])
      return textOf(page.text)
    }
    const own = await shownOf(ada)
    expect(own).toContain('(online erteilt am 2. März 2026)')
    expect(own).toMatch(/Lastschrift möglich ab 3. März 2026/)
    expect(await shownOf(cleo)).toMatch(/von Ada Lovelace, online erteilt am 2. März 2026/)
    vi.setSystemTime(Date.now() + DAY + 1000)
    const later = await shownOf(ada, await staffOf(club, 'office'))
    expect(later).toContain('(online erteilt am 2. März 2026)')
    expect(later).not.toContain('Lastschrift möglich')
  })

  it('says that the mandate is missing, or was taken back', async () => {
    const { club, staff, path, queued, ids } = await fixture()
    const [ada] = await ids()
    await submit(await takeBackPath(queued), {})
    expect(textOf((await staff.get(`${path}/confirm?id=${ada}`, DE)).text)).toContain(
      'SEPA-Mandat widerrufen am',
    )
    const { body } = await club.post('/lists/members/persons', {
      ...{ payment_method: 'direct_debit', name: { first_name: 'Gil' }, creation_behaviour: 'unconfirmed' },
    })
    const page = await staff.get(`${path}/confirm?id=${body.data.id}`, DE)
    expect(textOf(page.text)).toContain('SEPA-Mandat fehlt')
  })
})

describe('an application with a mandate', () => {
  it('is rejected with its mandate, at once', async () => {
    const { club, ids, decide } = await fixture()
    expect((await decide('reject', await ids())).status).toBe(303)
    expect([await persons(), await mandatesOf(club)]).toEqual([[], []])
  })

  it('is rejected with the contact who gave it', async () => {
    const { club, ids, decide } = await fixture(NO_MEMBER)
    await decide('reject', await ids())
    expect([await persons(), await mandatesOf(club)]).toEqual([[], []])
  })

  it('is rejected with a contact who took the mandate back', async () => {
    const { ids, decide, queued } = await fixture(NO_MEMBER)
    await submit(await takeBackPath(queued))
    await decide('reject', await ids())
    expect(await persons()).toEqual([])
  })

  it('keeps it if a child is rejected, and if the payer is kept as a contact', async () => {
    const { club, ids, decide } = await fixture()
    const [ada, , , , eli] = await ids()
    await decide('reject', [String(eli)])
    expect(await mandatesOf(club)).toMatchObject([{ person_id: ada, ended_at: null }])
    expect((await decide('reject', [String(ada)], [['choice', 'keep']])).status).toBe(303)
    expect(await mandatesOf(club)).toMatchObject([{ person_id: ada, ended_at: null, granted: 'online' }])
    expect((await club.get(`/lists/contacts/persons/${ada}/mandate`)).status).toBe(200)
    await expectSoundBooks(club.id)
  })

  it('loses it if the payer is rejected and the others are, too', async () => {
    const { club, ids, decide } = await fixture()
    const [ada] = await ids()
    await decide('reject', [String(ada)], [['choice', 'reject']])
    expect([await persons(), await mandatesOf(club)]).toEqual([[], []])
  })

  it('shows the office that it was taken back before it decides', async () => {
    const { club, staff, path, queued, ids, decide } = await fixture()
    await submit(await takeBackPath(queued))
    const shown = textOf((await staff.get(path, DE)).text)
    expect(shown).toMatch(/widerrufen am \d+\. \w+ \d{4}: Die Beiträge werden überwiesen\./)
    expect(shown).toContain('Überweisung')
    await decide('confirm', await ids())
    expect((await persons()).every(({ sepa_mandate }) => sepa_mandate === null)).toBe(true)
    expect(await mandatesOf(club)).toMatchObject([{ end_reason: 'withdrawn' }])
  })

  it('can be taken back after the admission', async () => {
    const { club, queued, ids, decide } = await fixture()
    const path = await takeBackPath(queued)
    await decide('confirm', await ids())
    expect((await submit(path)).status).toBe(200)
    expect(await mandatesOf(club)).toMatchObject([{ end_reason: 'withdrawn' }])
  })

  it('has a link to the form for a mandate if direct debit was chosen without one', async () => {
    const club = await collectingForm('offered', { fields: { payment_method: 'optional' } })
    await joinWithMandate({ ...APPLICATION, payment_method: 'direct_debit', 'bank_account.iban': IBAN })
    const staff = await staffOf(club, 'owner')
    const { text } = await staff.get(`/dashboard/${club.id}/applications`, DE)
    expect(textOf(text)).toMatch(/fehlt\s+SEPA-Mandat drucken/)
    const [ada] = await persons()
    const form = `/members/${ada?.id}/mandate`
    expect(text).toContain(form)
    expect((await staff.get(`/dashboard/${club.id}${form}`, DE)).status).toBe(200)
  })

  it('shows the office no whole IBAN', async () => {
    const { club, path } = await fixture()
    const office = await staffOf(club, 'office')
    const { text } = await office.get(path, DE)
    expect(textOf(text)).toContain('(online erteilt am 2. März 2026)')
    expect(text).not.toContain(IBAN.slice(4, 20))
    expect(text.replace(/\s/g, '')).not.toContain(IBAN)
  })
})
