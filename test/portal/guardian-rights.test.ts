import { beforeEach, describe, expect, it } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { clubOf, person, portal } from '../support/club'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import {
  deliverMails,
  filledForm,
  PUBLIC_URL,
  requestLink,
  type Session,
  sessionFrom,
  signIn,
  submit,
} from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const FUNCTIONS = ['view_data', 'edit_data', 'view_fees', 'resign']
const FIELDS = { sex: 'editable', bank_account: 'editable' }
const KIM = {
  external_id: 'kim',
  name: { first_name: 'Kim', last_name: 'Roth' },
  email: 'kim@example.org',
  birthdate: '1985-01-01',
}
const LENA = {
  external_id: 'lena',
  name: { first_name: 'Lena', last_name: 'Roth' },
  email: 'lena@example.org',
  birthdate: '2019-01-01',
}
const IBAN = 'DE89370400440532013000'

let club: Workspace
let kim: string
let lena: string
let session: Session

/** Kim, who acts for Lena, with a session of its own; Lena has another address. */
beforeEach(async () => {
  const world = await clubOf(portal({ functions: FUNCTIONS, fields: FIELDS }), person(KIM), person(LENA))
  club = world.club
  ;[kim = '', lena = ''] = world.ids
  await guard(kim)
  session = await signIn(club, { person_id: kim })
})

const guard = (guardian: string | null, ward = lena) =>
  club.put(`${PERSONS}/${ward}`, { guardian_id: guardian })
const page = (at = '', who = lena) => `/portal/persons/${who}${at}`

/** Submits a form of the portal; gives the answer and the mails that it queues. */
async function send(path: string, fields: Record<string, string> = {}, by: Session = session) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await by.submit(path, fields, {}, { env: { PUBLIC_URL, MAILS } })
  return { ...answer, sent: (await deliverMails(queued)).sent }
}

async function edit(card: string, fields: Record<string, string>, by = session) {
  const form = await by.get(page(`/edit/${card}`))
  expect(form.status, form.text).toBe(200)
  return send(page(`/edit/${card}`), { ...Object.fromEntries(await filledForm(form.text)), ...fields }, by)
}

describe('a guardian with a session of its own', () => {
  it('sees the minor, and both are told who acts', async () => {
    const own = await session.get(page('', kim))
    expect(own.text).toContain(`href="${page()}"`)
    const { status, text } = await session.get(page())
    expect([status, textOf(text)]).toEqual([200, expect.stringContaining('Hier handelt Kim Roth')])
    const child = await signIn(club, { person_id: lena })
    const seen = textOf((await child.get(page())).text)
    expect(seen).toContain('Gesetzliche Vertretung bis zum 18. Geburtstag: Kim Roth.')
    expect((await child.get(page('', kim))).status).toBe(404)
    expect(textOf((await child.get(page('/record'))).text)).toContain('Gesetzliche Vertretung Kim Roth')
    const file = await child.submit(page('/record'), {})
    expect(JSON.parse(file.text).guardian).toBe('Kim Roth')
  })

  it('changes data and account of the minor in its own name, and gets the mail about it', async () => {
    const saved = await edit('contact', { sex: 'f' })
    expect(saved.status, textOf(saved.text)).toBe(303)
    expect((await club.get(`${PERSONS}/${lena}`)).body.data.sex).toBe('f')
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      subject_id: lena,
      actor_id: kim,
      actor_name: 'Kim Roth',
      actor_kind: 'member',
    })
    const account = await edit('bank', { 'bank_account.iban': IBAN })
    expect(account.status, textOf(account.text)).toBe(303)
    expect((await club.get(`${PERSONS}/${lena}`)).body.data.bank_account.iban).toBe(IBAN)
    expect(account.sent.map(({ to }) => to).toSorted()).toEqual(['kim@example.org', 'lena@example.org'])
  })

  it.each(['the page of the minor', 'the own page'])(
    'resigns for it on %s, by a mail to itself',
    async (which) => {
      const who = which === 'the own page' ? kim : lena
      if (who === kim) expect((await session.get(page('/resign', kim))).text).toContain(`/resign?for=${lena}`)
      const fields = { for: lena, leave_date: '2099-12-31' }
      const refused = await send(page('/resign', who), fields)
      expect([refused.status, refused.sent]).toEqual([422, []])
      const sent = await send(page('/resign', who), { ...fields, acts_for_all: 'on' })
      expect(sent.status, textOf(sent.text)).toBe(303)
      expect(sent.sent.map(({ to }) => to)).toEqual(['kim@example.org'])
      const [link] = /\/portal\/[\w-]+\/resign\/[\w-]{43}/.exec(sent.sent[0]?.text ?? '') ?? []
      expect((await submit(String(link), {}, { env: { PUBLIC_URL } })).status).toBe(200)
      expect(await rows('SELECT person_id, sent_by, state FROM resignations')).toEqual([
        { person_id: lena, sent_by: kim, state: 'confirmed' },
      ])
    },
  )

  it('acts for a minor whose payer is somebody else, and as a contact who pays', async () => {
    const created = await club.post('/lists/contacts/persons', {
      name: { first_name: 'Oma' },
      email: 'oma@example.org',
    })
    const oma = created.body.data.id
    await guard(oma)
    expect((await session.get(page())).status).toBe(404)
    await club.put(`${PERSONS}/${kim}`, { payer_id: oma })
    const { queued } = await requestLink(club.id, 'oma@example.org')
    const [mail] = (await deliverMails(queued)).sent
    const contact = sessionFrom(
      await submit(String(/\/portal\/[\w-]+\/login\/[\w-]{43}/.exec(mail?.text ?? '')?.[0])),
    )
    expect((await contact.get(page())).status).toBe(200)
    expect((await edit('contact', { sex: 'd' }, contact)).status).toBe(303)
    await club.put(`${PERSONS}/${kim}`, { payer_id: null })
    expect((await contact.get(page())).status).toBe(401)
  })
})

describe('the rights of a guardian end', () => {
  const isOpened = async () => [(await session.get(page())).status, (await session.get(page('', kim))).status]

  it.each<[string, () => Promise<unknown>]>([
    ['the guardianship', () => guard(null)],
    ['the youth of the minor', () => club.put(`${PERSONS}/${lena}`, { birthdate: '2000-01-01' })],
    ['what is known of its age', () => club.put(`${PERSONS}/${lena}`, { birthdate: null })],
    ['the membership of the minor', () => club.put(`${PERSONS}/${lena}`, { leave_date: '2020-01-01' })],
  ])('with %s, at once', async (_, end) => {
    const form = await session.get(page('/edit/contact'))
    const fields = Object.fromEntries(await filledForm(form.text))
    expect(await isOpened()).toEqual([200, 200])
    await end()
    expect(await isOpened()).toEqual([404, 200])
    expect((await send(page('/edit/contact'), { ...fields, sex: 'm' })).status).toBe(404)
    expect((await club.get(`${PERSONS}/${lena}`)).body.data.sex).toBe(null)
    expect((await session.get(page(`/resign?for=${lena}`, kim))).status).toBe(404)
  })

  it('with its own membership or session', async () => {
    const left = await club.put(`${PERSONS}/${kim}`, { leave_date: '2020-01-01' })
    expect(left.status).toBe(200)
    expect((await session.get(page())).status).toBe(401)
    await club.put(`${PERSONS}/${kim}`, { leave_date: null })
    expect((await session.get(page())).status).toBe(200)
    // Another address ends the sessions of the guardian, and so its rights by them.
    await club.put(`${PERSONS}/${kim}`, { email: 'new@example.org' })
    expect((await session.get(page())).status).toBe(401)
  })

  it('with its death, for a session that others of the address keep', async () => {
    const shared = await clubOf(
      portal({ functions: FUNCTIONS, fields: FIELDS }),
      person(KIM),
      person({ external_id: 'uli', name: { first_name: 'Uli' }, email: KIM.email, birthdate: '1980-01-01' }),
      person(LENA),
    )
    const [own = '', , child = ''] = shared.ids
    await shared.club.put(`${PERSONS}/${child}`, { guardian_id: own })
    const family = await signIn(shared.club, { email: KIM.email })
    expect((await family.get(page('', child))).status).toBe(200)
    await shared.club.put(`${PERSONS}/${own}`, { leave_date: '2020-01-01', leave_reason: 'deceased' })
    expect((await family.get(page('', child))).status).toBe(404)
  })

  it.each(['lena', 'kim'])(
    'to the account for a day with a new address of %s, who has one',
    async (whose) => {
      for (const one of [lena, kim]) await club.put(`${PERSONS}/${one}`, { bank_account: { iban: IBAN } })
      const fields = Object.fromEntries(await filledForm((await session.get(page('/edit/bank'))).text))
      await club.put(`${PERSONS}/${whose}`, { email: 'other@example.org' })
      const again = await signIn(club, { person_id: kim })
      const other = { 'bank_account.iban': 'DE02120300000000202051' }
      expect((await send(page('/edit/bank'), { ...fields, ...other }, again)).status).toBe(403)
      expect((await again.get(page('/resign'))).status).toBe(403)
      expect((await edit('contact', { sex: 'f' }, again)).status).toBe(303)
      expect((await club.get(`${PERSONS}/${lena}`)).body.data.bank_account.iban).toBe(IBAN)
    },
  )
})

describe('nobody else', () => {
  it('gets rights in another workspace', async () => {
    const other = await clubOf(portal({ functions: FUNCTIONS }), person(KIM))
    const foreign = await signIn(other.club, { person_id: other.id })
    // A row of another workspace is no guardian here, whatever is stored.
    await rows('UPDATE persons SET guardian_id = ? WHERE id = ?', other.id, lena)
    expect((await foreign.get(page())).status).toBe(404)
  })

  it('is a minor a guardian by a birthdate that was mended', async () => {
    await club.put(`${PERSONS}/${kim}`, { birthdate: '2015-01-01' })
    expect((await session.get(page())).status).toBe(404)
  })
})
