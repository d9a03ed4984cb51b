import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { call } from '../support/call'
import { clubOf, editable, person, settings } from '../support/club'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { createPerson, deliverMails, PUBLIC_URL, type Session, signIn, submit } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { rows } from '../support/workspace'

const OLD = 'family@example.org'
const NEW = 'thief@example.com'
const DAY = 86_400_000
const OTHER_IBAN = 'DE75 5121 0800 1245 1261 99'

async function fixture() {
  const bank_account = { iban: 'DE89370400440532013000', bic: null, signatory: null }
  const { club, ids } = await clubOf(
    settings({ member_portal: { slug: 'tsv' } }),
    editable('email', 'bank_account'),
    person({ name: { first_name: 'Katrin' }, email: OLD, bank_account }),
    person({ name: { first_name: 'Jonas' }, email: OLD, bank_account }),
  )
  const [katrin, jonas] = ids
  return {
    club,
    katrin,
    jonas,
    thief: await signIn(club, { email: OLD }),
    family: await signIn(club, { email: OLD }),
  }
}

/** Gives the links of the mails: to the old address, and to the new one. */
async function change(member: Session, id: string, email: string, alsoFor: string[] = []) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const fields = [['email', email], ...alsoFor.map((other) => ['also_for', other])] as [string, string][]
  await submit(`/portal/persons/${id}/email`, fields, {
    headers: { Cookie: member.cookie },
    env: { PUBLIC_URL, MAILS },
  })
  const { sent } = await deliverMails(queued)
  const textTo = (to: string) => sent.find((mail) => mail.to === to)?.text ?? ''
  return { back: linkIn(textTo(sent[0]?.to ?? ''), 'address'), confirm: linkIn(textTo(email), 'email'), sent }
}

const linkIn = (text: string, page: string) =>
  String(new RegExp(`/portal/wsp_\\w+/${page}/[\\w-]{43}`).exec(text)?.[0])

const emails = async () => (await rows('SELECT email FROM persons ORDER BY id')).map(({ email }) => email)

const statusOf = async (member: Session, id: string) => (await member.get(`/portal/persons/${id}`)).status

const later = (milliseconds: number) => vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] })

async function takenOver() {
  const world = await fixture()
  const links = await change(world.thief, world.katrin, NEW)
  expect((await submit(links.confirm)).status).toBe(200)
  return { ...world, ...links, robber: await signIn(world.club, { email: NEW }) }
}

afterEach(() => vi.useRealTimers())

describe('the old address', () => {
  it('takes a confirmed change back, and ends the sessions of all who have it', async () => {
    const { club, katrin, jonas, back, thief, robber, family } = await takenOver()
    expect(await emails()).toEqual([NEW, OLD])
    expect([await statusOf(robber, katrin), await statusOf(family, jonas)]).toEqual([200, 200])
    const page = await submit(back, {}, {})
    expect(page.status).toBe(200)
    expect(textOf(page.text)).toContain('Die Änderung ist rückgängig gemacht')
    expect(page.text).toContain('action="/portal/tsv"')
    expect(await emails()).toEqual([OLD, OLD])
    for (const session of [thief, robber, family])
      for (const id of [katrin, jonas]) expect([401, 404]).toContain(await statusOf(session, id))
    expect(await statusOf(await signIn(club, { email: OLD }), katrin)).toBe(200)
    const reversed = (await eventsOf(club)).find(({ action }) => action === 'person.email_change_reversed')
    expect(reversed).toMatchObject({ subject_id: katrin, changes: { email: [NEW, OLD] } })
    const owner = await staffOf(club, 'owner')
    expect(textOf((await owner.get(`/dashboard/${club.id}/log`)).text)).toContain(
      'von der bisherigen Adresse aus rückgängig gemacht',
    )
  })

  it('is asked before anything happens, since mail scanners open links', async () => {
    const { back } = await takenOver()
    const { status, text, cost } = await call('GET', back)
    expect([status, cost.rowsWritten]).toEqual([200, 0])
    expect(text).toContain('Das war ich nicht')
    expect(text).not.toMatch(/Katrin|example\.com/)
    expect(await emails()).toEqual([NEW, OLD])
  })

  it('takes a change back that waits, so that its link confirms nothing', async () => {
    const { thief, katrin } = await fixture()
    const { back, confirm } = await change(thief, katrin, NEW)
    expect((await submit(back)).status).toBe(200)
    expect(await statusOf(thief, katrin)).toBe(401)
    expect((await submit(confirm)).status).toBe(404)
    expect(await emails()).toEqual([OLD, OLD])
  })

  it('takes a chain of changes back, and no later address undoes that', async () => {
    const { club, katrin, back, robber } = await takenOver()
    expect((await change(robber, katrin, 'second@example.com')).sent).toEqual([])
    later(DAY + 1000)
    const rested = await signIn(club, { email: NEW })
    const second = await change(rested, katrin, 'second@example.com')
    await submit(second.confirm)
    expect(await emails()).toEqual(['second@example.com', OLD])
    expect((await submit(back)).status).toBe(200)
    expect(await emails()).toEqual([OLD, OLD])
    expect((await submit(second.back)).status).toBe(404)
    expect((await submit(back)).status).toBe(200)
    expect(await emails()).toEqual([OLD, OLD])
  })

  it('ends no change of another member', async () => {
    const { club, back } = await takenOver()
    const ben = await createPerson(club, { name: { first_name: 'Ben' }, email: 'ben@example.org' })
    const other = await change(await signIn(club, { person_id: ben }), ben, 'ben@example.com')
    expect((await submit(back)).status).toBe(200)
    expect((await submit(other.confirm)).status).toBe(200)
    expect(await emails()).toEqual([OLD, OLD, 'ben@example.com'])
  })

  it('overrides no address that the office has set since', async () => {
    const { club, katrin, back } = await takenOver()
    await club.put(`/lists/members/persons/${katrin}`, { email: 'office@example.org' })
    expect((await submit(back)).status).toBe(409)
    expect(await emails()).toEqual(['office@example.org', OLD])
  })

  it.each([
    [14 * DAY - 60_000, 200, [OLD, OLD]],
    [14 * DAY + 1, 404, [NEW, OLD]],
  ])('has the link for 14 days: after %i ms', async (elapsed, status, stored) => {
    const { back } = await takenOver()
    later(elapsed)
    expect((await submit(back)).status).toBe(status)
    expect(await emails()).toEqual(stored)
  })

  it('gets one link for all of a family', async () => {
    const { thief, katrin, jonas } = await fixture()
    const { back, confirm, sent } = await change(thief, katrin, NEW, [jonas])
    expect(sent.map(({ to }) => to)).toEqual([OLD, NEW])
    await submit(confirm)
    expect(await emails()).toEqual([NEW, NEW])
    await submit(back)
    expect(await emails()).toEqual([OLD, OLD])
  })

  it('is forgotten with its person', async () => {
    const { club, katrin } = await takenOver()
    expect(await rows('SELECT restores FROM email_reversals')).toEqual([{ restores: OLD }])
    await club.delete(`/lists/members/persons/${katrin}`)
    expect(await rows('SELECT * FROM email_reversals')).toEqual([])
  })
})

describe('an account', () => {
  const account = { 'bank_account.iban': OTHER_IBAN }
  const bank = (id: string) => cardPath(id, 'bank')

  it('cannot be changed within a day of a new address', async () => {
    const { club, katrin, robber } = await takenOver()
    expect((await robber.get(bank(katrin))).status).toBe(403)
    expect((await robber.submit(bank(katrin), account)).status).toBe(403)
    const page = textOf((await robber.get(`/portal/persons/${katrin}`)).text)
    expect(page).toContain('nur gekürzt, und bis dahin lassen sich Konto und E-Mail-Adresse nicht ändern')
    later(DAY + 1000)
    const next = await signIn(club, { email: NEW })
    expect((await next.get(bank(katrin))).status).toBe(200)
  })

  it('can be changed at once if the old address agrees', async () => {
    const { katrin, robber, back } = await takenOver()
    expect(textOf((await submit(back, { act: 'agree' })).text)).toContain('Danke für die Bestätigung')
    expect((await changeCard(robber, bank(katrin), account)).status).toBe(303)
  })

  it('can be changed at once if the old address agreed before', async () => {
    const { club, thief, katrin } = await fixture()
    const { back, confirm } = await change(thief, katrin, NEW)
    await submit(back, { act: 'agree' })
    await submit(confirm)
    expect((await (await signIn(club, { email: NEW })).get(bank(katrin))).status).toBe(200)
  })

  it('of a relative with a new address is left out', async () => {
    const { club, katrin, jonas } = await takenOver()
    await club.put(`/lists/members/persons/${jonas}`, { email: NEW })
    const both = await signIn(club, { email: NEW })
    const form = (await both.get(bank(jonas))).text
    expect(form).not.toContain(katrin)
  })
})
