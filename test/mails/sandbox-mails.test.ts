import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bindings, QueuedMail } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from '../support/call'
import { ADA } from '../support/club'
import { runCron } from '../support/cron'
import { addStaff, codeFrom, requestCode, staffOf } from '../support/dashboard'
import { APPLICATION, applyTo, joinable } from '../support/join'
import { deliverMails as deliverMailings, postMail } from '../support/mails'
import { createPerson, deliverMails, PUBLIC_URL, requestLink, submit } from '../support/portal'
import { switchOn } from '../support/rules'
import { sandbox, wipe } from '../support/sandbox'
import { rows, type Workspace, workspace } from '../support/workspace'

afterEach(() => {
  vi.restoreAllMocks()
})

const NOW = new Date().toISOString()
const LATER = new Date(Date.now() + 86_400_000).toISOString()

let club: Workspace
let ada: string

beforeEach(async () => {
  club = await joinable({}, { name: 'Sandbox', sandbox: true })
  ada = await createPerson(club, ADA)
})

type Shown = { id: string; at: string; to: string; subject: string; text: string }

const shown = async (of = club): Promise<Shown[]> => (await of.get('/sandbox_mails')).body.data

/** The mail of each kind that a member, a contact or an applicant would get. */
async function mailsToMembers(): Promise<Partial<Record<QueuedMail['kind'], QueuedMail>>> {
  const workspace_id = club.id
  const persons = [{ workspace_id, person_id: ada }]
  await rows(
    "INSERT INTO email_changes (workspace_id, person_id, email, token_hash, requested_at, expires_at) VALUES (?, ?, 'new@example.org', '', ?, ?)",
    ...[club.id, ada, NOW, LATER],
  )
  await rows(
    `INSERT INTO email_reversals (workspace_id, person_id, requested_at, token_hash, restores, current_email, expires_at)
     VALUES (?, ?, ?, '', 'old@example.org', 'ada@example.org', ?)`,
    ...[club.id, ada, NOW, LATER],
  )
  await rows(
    `INSERT INTO resignations (workspace_id, id, person_id, leave_date, sent_at, sent_by, state, expires_at)
     VALUES (?, 'rsg_1', ?, '2999-12-31', ?, ?, 'sent', ?)`,
    ...[club.id, ada, NOW, ada, LATER],
  )
  const [link] = (await requestLink(club.id, 'ada@example.org')).queued
  const [application] = (await applyTo('tsv', { ...APPLICATION, email: 'eve@example.org' })).queued
  const queued = { origin: PUBLIC_URL, requested_at: NOW, language: 'de' as const }
  const told = { ...queued, workspace_id, to: 'ada@example.org', iban_end: '3000', is_old: false }
  return {
    portal_link: link as QueuedMail,
    staff_link: { kind: 'staff_link', ...queued, workspace_id, person_id: ada },
    join_confirmation: application as QueuedMail,
    email_confirmation: {
      kind: 'email_confirmation',
      ...queued,
      workspace_id,
      email: 'new@example.org',
      persons,
    },
    email_notice: {
      kind: 'email_notice',
      ...queued,
      workspace_id,
      to: 'old@example.org',
      new_email: 'new@example.org',
      persons,
    },
    account_notice: { kind: 'account_notice', ...told },
    mandate_notice: {
      kind: 'mandate_notice',
      ...told,
      person_id: ada,
      person_workspace_id: workspace_id,
      reference: 'M-1',
      holder: 'Ada',
    },
    mandate_void_notice: { kind: 'mandate_void_notice', ...told, reference: 'M-1' },
    resignation: {
      kind: 'resignation',
      ...queued,
      workspace_id,
      portal_id: workspace_id,
      resignation_id: 'rsg_1',
    },
    resignation_notice: {
      kind: 'resignation_notice',
      ...queued,
      workspace_id,
      resignation_id: 'rsg_1',
      what: 'received',
    },
    written: await rejection(),
  }
}

/** The mail to an applicant whom staff reject. */
async function rejection(): Promise<QueuedMail> {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const applicant = {
    creation_behaviour: 'unconfirmed',
    name: { first_name: 'Eve' },
    email: 'eve@example.org',
  }
  const ids = await createPerson(club, applicant)
  await switchOn(club, 'application_rejected')
  const owner = await staffOf(club, 'owner')
  await owner.submit(`/dashboard/${club.id}/applications/reject`, { ids }, { env: { MAILS, PUBLIC_URL } })
  return queued[0] as QueuedMail
}

/** The mails of each kind that staff get. */
async function mailsToStaff(): Promise<Partial<Record<QueuedMail['kind'], QueuedMail>>> {
  const [code] = (await requestCode('anna@example.org')).queued
  const to = { email: 'anna@example.org', locale: 'de-DE', origin: PUBLIC_URL, requested_at: NOW }
  const of = { workspace: 'Sandbox', reply_to: null }
  return {
    sign_in_code: code as QueuedMail,
    invitation: {
      kind: 'invitation',
      ...to,
      name: 'Anna',
      workspace_name: 'Sandbox',
      role: 'owner',
      reply_to: null,
    },
    passkey_notice: { kind: 'passkey_notice', ...to, change: 'added', passkey: 'Key' },
    creditor_notice: { kind: 'creditor_notice', ...to, ...of, ending: '3000' },
    quota_notice: { kind: 'quota_notice', ...to, ...of, count: 16_000 },
    webhook_notice: {
      kind: 'webhook_notice',
      ...to,
      ...of,
      workspace_id: club.id,
      endpoint_id: 'whk_1',
      host: 'example.org',
      failing_since: NOW,
      failure: '500',
      is_disabled: false,
      timezone: 'UTC',
    },
  }
}

/** Every kind of queued mail; the compiler asks for a new one. */
const KINDS: Record<QueuedMail['kind'], 'members' | 'staff'> = {
  portal_link: 'members',
  staff_link: 'members',
  join_confirmation: 'members',
  email_confirmation: 'members',
  email_notice: 'members',
  account_notice: 'members',
  mandate_notice: 'members',
  mandate_void_notice: 'members',
  resignation: 'members',
  resignation_notice: 'members',
  written: 'members',
  sign_in_code: 'staff',
  invitation: 'staff',
  passkey_notice: 'staff',
  creditor_notice: 'staff',
  quota_notice: 'staff',
  webhook_notice: 'staff',
}

const kindsFor = (whom: 'members' | 'staff') =>
  Object.entries(KINDS).flatMap(([kind, to]) => (to === whom ? [kind] : []))

describe('a sandbox', () => {
  it('sends no mail of any kind to members, contacts and applicants, and shows all', async () => {
    const mails = await mailsToMembers()
    expect(Object.keys(mails).sort()).toEqual(kindsFor('members').sort())
    for (const [kind, mail] of Object.entries(mails)) {
      const before = (await shown()).length
      const { sent, retried } = await deliverMails([mail])
      expect([kind, sent, retried]).toEqual([kind, [], []])
      const [newest, ...others] = await shown()
      expect([kind, others.length]).toEqual([kind, before])
      expect(newest).toEqual({
        id: expect.stringMatching(/^sbm_/),
        at: expect.stringMatching(/Z$/),
        to: expect.stringContaining('@example.org'),
        subject: expect.any(String),
        text: expect.stringMatching(/\w/),
      })
    }
  })

  it('sends the same kinds if it is none', async () => {
    const mails = await mailsToMembers()
    await rows('UPDATE workspaces SET is_sandbox = 0 WHERE id = ?', club.id)
    const { written, ...others } = mails
    const { sent } = await deliverMails(Object.values(others))
    expect(sent).toHaveLength(kindsFor('members').length - 1)
    expect(await shown()).toEqual([])
  })

  it('sends its staff what they need to get in, and what is about the association', async () => {
    await addStaff(club, 'owner', 'anna@example.org')
    const mails = await mailsToStaff()
    expect(Object.keys(mails).sort()).toEqual(kindsFor('staff').sort())
    for (const [kind, mail] of Object.entries(mails)) {
      const { sent } = await deliverMails([mail])
      expect([kind, sent.map(({ to }) => to)]).toEqual([kind, ['anna@example.org']])
    }
    expect(await shown()).toEqual([])
    expect(await codeFrom((await requestCode('anna@example.org')).queued)).toMatch(/^\w{4}-\w{4}$/)
  })

  it('delivers mailings to nobody, through no service, and counts them as sent', async () => {
    await createPerson(club, { name: { first_name: 'Ben' }, email: 'ben@example.org' }, 'members')
    const fetched = vi.spyOn(globalThis, 'fetch')
    for (const bindings of [
      {},
      { MAILINGS_SENDER_URL: 'https://mail.example.org', MAILINGS_SENDER_TOKEN: 'token' },
    ]) {
      const { body, queued } = await postMail(club, { filter: {}, body: 'Hier: {{portal_link}}' })
      const { sent, retried } = await deliverMailings(queued, { bindings })
      expect([sent, retried]).toEqual([[], []])
      const { data } = await club.get(`/mails/${body.data.id}`).then((answer) => answer.body)
      expect(data).toMatchObject({ state: 'sent', counts: { sent: 2, waiting: 0 } })
    }
    expect(fetched).not.toHaveBeenCalled()
    const mails = await shown()
    expect(mails.map(({ to }) => to).sort()).toEqual(
      ['ada@example.org', 'ada@example.org', 'ben@example.org', 'ben@example.org'].sort(),
    )
    expect(await rows('SELECT * FROM sent_messages')).toEqual([])
    const path = /https:\/\/\S+(\/portal\/\S+)/.exec(mails[0]?.text ?? '')?.[1]
    expect((await submit(String(path))).status).toBe(303)
  })

  it('takes nothing of the quota of a day, and is never short of it', async () => {
    const bindings = { MAIL_DAILY_QUOTA: '1' }
    await createPerson(club, { name: { first_name: 'Ben' }, email: 'ben@example.org' }, 'members')
    const { body, queued } = await postMail(club, { filter: {} })
    await deliverMailings(queued, { bindings })
    expect((await club.get(`/mails/${body.data.id}`)).body.data.counts).toMatchObject({ sent: 2 })
    await deliverSingle((await requestLink(club.id, 'ada@example.org')).queued)
    expect(await shown()).toHaveLength(3)
    expect(await rows('SELECT * FROM sent_days')).toEqual([])
  })

  it('tells no owner that its mails are nearly used up', async () => {
    await addStaff(club, 'owner')
    const today = new Date().toISOString().slice(0, 10)
    await rows('INSERT INTO mail_days (workspace_id, day, count) VALUES (?, ?, 16000)', club.id, today)
    const queued: QueuedMail[] = []
    const sendBatch = async (messages: { body: QueuedMail }[]) =>
      void queued.push(...messages.map(({ body }) => body))
    await runCron(new Date(), { PUBLIC_URL, MAILS: { sendBatch } as unknown as Queue<QueuedMail> })
    expect(queued).toEqual([])
  })

  it('keeps the last 200 mails, until the night', async () => {
    await rows(
      `INSERT INTO sandbox_mails (workspace_id, id, at, recipient, subject, text)
       SELECT ?, printf('sbm_00%03d', value), ?, 'old@example.org', 'Old', '' FROM json_each(?)`,
      ...[club.id, NOW, JSON.stringify(Array.from({ length: 200 }, (_, n) => n))],
    )
    await deliverMails((await requestLink(club.id, 'ada@example.org')).queued)
    const mails = await shown()
    expect([mails.length, mails[0]?.to, mails.at(-1)?.id]).toEqual([200, 'ada@example.org', 'sbm_00001'])
    expect(await rows('SELECT count(*) AS count FROM sandbox_mails')).toEqual([{ count: 200 }])
    await wipe(club)
    expect(await shown()).toEqual([])
  })
})

/** Delivers single mails where the service takes one a day. */
async function deliverSingle(bodies: QueuedMail[]): Promise<void> {
  const messages = bodies.map((body, index) => ({
    ...{ id: `${index}`, timestamp: new Date(), attempts: 1 },
    body,
  }))
  const batch = createMessageBatch<QueuedMail>('membership-mails', messages)
  const EMAIL = { send: async () => {} } as unknown as SendEmail
  await worker.queue(batch, { ...env, ...QUIET, EMAIL, MAIL_DAILY_QUOTA: '1' } as Bindings)
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext())
  expect(explicitAcks).toHaveLength(bodies.length)
}

describe('GET /sandbox_mails', () => {
  it('is empty elsewhere, and shows each sandbox its own', async () => {
    await deliverMails((await requestLink(club.id, 'ada@example.org')).queued)
    const [other, elsewhere] = [await sandbox(), await workspace()]
    expect([await shown(other), await shown(elsewhere)]).toEqual([[], []])
    expect(await shown()).toHaveLength(1)
    const key = await club.keyWith('members:read')
    expect((await club.get('/sandbox_mails', { key })).status).toBe(403)
    const reader = await club.get('/sandbox_mails', { key: await club.keyWith('mails:read') })
    expect([reader.status, reader.cost.trips]).toEqual([200, 1])
  })
})

describe('the page of mails that were not sent', () => {
  it('shows them with links that can be followed', async () => {
    await deliverMails((await requestLink(club.id, 'ada@example.org')).queued)
    const office = await staffOf(club, 'office')
    const { status, text } = await office.get(`/dashboard/${club.id}/mails/sandbox`)
    expect(status).toBe(200)
    const [mail] = await shown()
    expect(text).toContain(mail?.subject)
    expect(text).toContain('An ada@example.org')
    expect(text).toMatch(/<a href="https:\/\/members\.example\.org\/portal\/[^"]+"/)
    const auditor = await staffOf(club, 'auditor')
    expect((await auditor.get(`/dashboard/${club.id}/mails/sandbox`)).status).toBe(403)
  })

  it('says that there are none, in both languages, and that another association sends its mails', async () => {
    const office = await staffOf(club, 'office')
    const path = `/dashboard/${club.id}/mails/sandbox`
    expect((await office.get(path)).text).toContain('Noch keine E-Mails')
    const english = await office.get(path, { headers: { 'Accept-Language': 'en' } })
    expect(english.text).toContain('No emails yet')
    const other = await workspace()
    const elsewhere = await (await staffOf(other, 'owner')).get(`/dashboard/${other.id}/mails/sandbox`)
    expect(elsewhere.text).toContain('Dieser Verein ist keine Testumgebung')
  })
})
