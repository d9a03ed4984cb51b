import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { clubOf, editable, person, settings } from '../support/club'
import { runNightly } from '../support/cron'
import {
  createPerson,
  deliverMails,
  filledForm,
  PUBLIC_URL,
  type Session,
  setPortal,
  signIn,
  submit,
} from '../support/portal'
import { cardPath, withChanges } from '../support/portal-cards'
import { rows } from '../support/workspace'

const OLD = 'ada@example.org'
const NEW = 'thief@example.com'
const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'DE75512108001245126199'
const DAY = 86_400_000

async function fixture() {
  const bank_account = { iban: IBAN, bic: null, signatory: null }
  const { club, id } = await clubOf(
    settings({ member_portal: { slug: 'tsv' }, contact: { email: 'office@tsv.example' } }),
    editable('email', 'bank_account', 'address'),
    person({ name: { first_name: 'Ada' }, email: OLD, bank_account }),
  )
  const add = (first_name: string, email: string | null = OLD) =>
    createPerson(club, { name: { first_name }, email, bank_account })
  return { club, add, ada: id }
}

type Queue = { queued: QueuedMail[]; env: object }

function queue(send?: () => Promise<void>): Queue {
  const queued: QueuedMail[] = []
  const MAILS = { send: send ?? (async (mail: QueuedMail) => void queued.push(mail)) }
  return { queued, env: { PUBLIC_URL, MAILS } }
}

/** Submits the form of a card with some inputs changed, and gives the mails that it takes. */
async function change(
  member: Session,
  path: string,
  changes: Record<string, string>,
  { queued, env } = queue(),
) {
  const form = withChanges(await filledForm((await member.get(path)).text), changes)
  const answer = await submit(path, form, { headers: { Cookie: member.cookie }, env })
  return { answer, sent: (await deliverMails(queued)).sent }
}

const changeAccount = (member: Session, id: string, iban = OTHER_IBAN, via = queue()) =>
  change(member, cardPath(id, 'bank'), { 'bank_account.iban': iban }, via)

/** Gives the links of a change of address. */
async function changeAddress(member: Session, id: string) {
  const { queued, env } = queue()
  await submit(`/portal/persons/${id}/email`, { email: NEW }, { headers: { Cookie: member.cookie }, env })
  const { sent } = await deliverMails(queued)
  const link = (page: string) =>
    String(sent.flatMap(({ text }) => new RegExp(`/portal/wsp_\\w+/${page}/[\\w-]{43}`).exec(text) ?? [])[0])
  return { back: link('address'), confirm: link('email') }
}

const ibanOf = async (id: string) =>
  (await rows("SELECT bank_account ->> 'iban' AS iban FROM persons WHERE id = ?", id))[0]?.iban

const later = (milliseconds: number) => vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] })

afterEach(() => vi.useRealTimers())

describe('a change of account in the portal', () => {
  it('is told to the address of the member at once, with the last four digits alone', async () => {
    const { club, ada } = await fixture()
    const member = await signIn(club, { person_id: ada })
    const { answer, sent } = await changeAccount(member, ada)
    expect([answer.status, await ibanOf(ada)]).toEqual([303, OTHER_IBAN])
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [OLD, 'Ihre Bankverbindung wurde geändert'],
    ])
    const [mail] = sent
    expect(mail?.text).toContain('Die IBAN endet jetzt auf 6199.')
    expect(mail?.text).toContain('Waren Sie das nicht?')
    expect(mail?.text).toContain('office@tsv.example')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/51210800|12451261|37040044/)
  })

  it('is told in English and in du, and says when an account was removed', async () => {
    const { club, ada } = await fixture()
    const member = await signIn(club, { person_id: ada })
    await setPortal(club, { address_form: 'du' })
    const [inDu] = (await changeAccount(member, ada)).sent
    expect(inDu?.text).toContain('Warst du das nicht?')
    const { queued, env } = queue()
    const path = cardPath(ada, 'bank')
    const form = withChanges(await filledForm((await member.get(path)).text), { 'bank_account.iban': '' })
    const headers = { Cookie: member.cookie, 'Accept-Language': 'en' }
    expect((await submit(path, form, { headers, env })).status).toBe(303)
    const [inEnglish] = (await deliverMails(queued)).sent
    expect(inEnglish?.text).toContain('was removed in the member portal')
  })

  it('is told once to a family that shares an address, and nobody for another card', async () => {
    const { club, ada, add } = await fixture()
    const ben = await add('Ben')
    const member = await signIn(club, { email: OLD })
    const shared = await changeAccount(member, ada)
    expect(shared.sent.map(({ to }) => to)).toEqual([OLD])
    const path = cardPath(ben, 'address')
    const other = await change(member, path, { 'address.city': 'Bonn' })
    expect([other.answer.status, other.sent]).toEqual([303, []])
    expect((await changeAccount(member, ada)).sent).toEqual([])
  })

  it('is told to the address of the last 14 days, too', async () => {
    const { club, ada } = await fixture()
    const { confirm } = await changeAddress(await signIn(club, { person_id: ada }), ada)
    await submit(confirm)
    later(DAY + 1000)
    const thief = await signIn(club, { person_id: ada })
    const { sent } = await changeAccount(thief, ada)
    expect(sent.map(({ to }) => to)).toEqual([NEW, OLD])
    expect(sent[0]?.text).not.toContain('Damit gilt auch wieder das vorige Konto')
    expect(sent[1]?.text).toContain('Damit gilt auch wieder das vorige Konto')
    later(14 * DAY)
    const again = await changeAccount(await signIn(club, { person_id: ada }), ada, IBAN)
    expect(again.sent.map(({ to }) => to)).toEqual([NEW])
  })

  it('is told to no former address of another member', async () => {
    const { club, ada, add } = await fixture()
    const ben = await add('Ben', 'ben@example.org')
    const { confirm } = await changeAddress(await signIn(club, { person_id: ben }), ben)
    expect((await submit(confirm)).status).toBe(200)
    const { sent } = await changeAccount(await signIn(club, { person_id: ada }), ada)
    expect(sent.map(({ to }) => to)).toEqual([OLD])
  })

  it('is not written where nobody can be told', async () => {
    const { club, ada } = await fixture()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const away = queue(async () => {
      throw new Error('The queue is away.')
    })
    const { answer } = await changeAccount(await signIn(club, { person_id: ada }), ada, OTHER_IBAN, away)
    log.mockRestore()
    expect([answer.status, await ibanOf(ada)]).toEqual([500, IBAN])
  })

  it('is told five times in an hour', async () => {
    const { club, ada } = await fixture()
    const member = await signIn(club, { person_id: ada })
    const told: number[] = []
    for (let time = 0; time < 6; time++)
      told.push((await changeAccount(member, ada, time % 2 ? IBAN : OTHER_IBAN)).sent.length)
    expect(told).toEqual([1, 1, 1, 1, 1, 0])
  })
})

describe('an account that was changed in the portal before the address', () => {
  const AGAIN = 'DE02120300000000202051'

  /** A thief who changes the account, and the address a while later. */
  async function takenOver({ pause = 0, account = OTHER_IBAN } = {}) {
    const { club, ada } = await fixture()
    await changeAccount(await signIn(club, { person_id: ada }), ada)
    if (account !== OTHER_IBAN) await changeAccount(await signIn(club, { person_id: ada }), ada, account)
    if (pause) later(pause)
    const thief = await signIn(club, { person_id: ada })
    return { club, ada, thief, ...(await changeAddress(thief, ada)) }
  }

  it.each([
    ['confirmed', true],
    ['waiting', false],
  ])('comes back with an address that is %s', async (_, isConfirmed) => {
    const { ada, back, confirm } = await takenOver({ pause: DAY - 60_000 })
    if (isConfirmed) expect((await submit(confirm)).status).toBe(200)
    expect((await submit(back)).status).toBe(200)
    const [person] = await rows('SELECT email FROM persons WHERE id = ?', ada)
    expect([person?.email, await ibanOf(ada)]).toEqual([OLD, IBAN])
  })

  it('comes back as it was before several changes', async () => {
    const { ada, back } = await takenOver({ account: AGAIN })
    expect(await ibanOf(ada)).toBe(AGAIN)
    await submit(back)
    expect(await ibanOf(ada)).toBe(IBAN)
  })

  it('stays after a day', async () => {
    const { ada, back } = await takenOver({ pause: DAY + 1000 })
    await submit(back)
    expect(await ibanOf(ada)).toBe(OTHER_IBAN)
  })

  it('stays if the office has entered it since', async () => {
    const { club, ada, back } = await takenOver()
    await club.put(`/lists/members/persons/${ada}`, { bank_account: { iban: AGAIN } })
    await submit(back)
    expect(await ibanOf(ada)).toBe(AGAIN)
  })

  it('is kept for a day, and forgotten with its person', async () => {
    const { club, ada } = await fixture()
    const kept = () => rows('SELECT account_before IS NOT NULL AS kept FROM portal_guards')
    await changeAccount(await signIn(club, { person_id: ada }), ada)
    await runNightly()
    expect(await kept()).toEqual([{ kept: 1 }])
    later(DAY + 1000)
    await runNightly()
    expect(await kept()).toEqual([{ kept: 0 }])
    await changeAccount(await signIn(club, { person_id: ada }), ada, AGAIN)
    expect(await kept()).toEqual([{ kept: 1 }])
    await club.delete(`/lists/members/persons/${ada}`)
    expect(await kept()).toEqual([{ kept: 0 }])
  })
})
