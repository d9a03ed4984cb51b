import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Authenticator } from '../support/authenticator'
import { call } from '../support/call'
import { runCron, runNightly } from '../support/cron'
import { addStaff, staffOf } from '../support/dashboard'
import { payer } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { deliverMails, postMail } from '../support/mails'
import { createPerson, setPortal, signIn } from '../support/portal'
import { pausedOperator, recordRestore } from '../support/restores'
import { keepRows } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const bucket = env.BACKUPS as R2Bucket
const DE = { 'Accept-Language': 'de' }

beforeEach(async () => {
  const { objects } = await bucket.list()
  await bucket.delete(objects.map(({ key }) => key))
})

const listed = async (since: Date) =>
  (await operator('GET', `/operator/erasures?since=${since.toISOString()}`)).body
const apply = (list: unknown) => pausedOperator('POST', '/operator/erasures', list)

const NONE = { keys: 0, staff: 0, passkeys: 0, mandates: 0, news: 0 }
const NOTHING = {
  ...{ applied: 0, unknown: 0, ended: NONE, left: 0 },
  ...{ suspended_workspace_ids: [], ownerless_workspace_ids: [] },
}

/** Keeps all rows; what it returns puts them back, as Time Travel does, and records that. */
async function bookmarked() {
  const at = new Date()
  const putBack = await keepRows()
  const restore = async () => {
    await putBack()
    expect((await recordRestore(at)).status).toBe(201)
  }
  return { at, putBack, restore }
}

/** Restores, applies a list twice, and gives what the first time did. The second one finds nothing. */
async function endedBy(list: unknown, restore: () => Promise<void>) {
  await restore()
  const first = await apply(list)
  expect((await apply(list)).body.data).toEqual(NOTHING)
  return first.body.data
}

const fromHour = () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  return runCron(new Date(), { BACKUPS: bucket })
}

const removeStaff = (club: Workspace, owner: Awaited<ReturnType<typeof staffOf>>, id: string) =>
  owner.submit(`/dashboard/${club.id}/settings/staff/${id}/remove`)
const changeStaff = (
  club: Workspace,
  owner: Awaited<ReturnType<typeof staffOf>>,
  id: string,
  fields: Record<string, string>,
) => owner.submit(`/dashboard/${club.id}/settings/staff/${id}`, fields)
const rolesOf = async (club: Workspace) =>
  Object.fromEntries(
    (
      await rows<{ staff_id: string; role: string }>(
        'SELECT staff_id, role FROM memberships WHERE workspace_id = ?',
        club.id,
      )
    ).map(({ staff_id, role }) => [staff_id, role]),
  )

describe('what ended after a bookmark ends again:', () => {
  it('a key that was revoked, and no other one', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const issued = await operator('POST', `/operator/workspaces/${club.id}/api_keys`, { name: 'leaked' })
    const { id, token } = issued.body.data
    const { at, restore } = await bookmarked()
    await operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${id}`)
    const list = await listed(at)
    expect(list.data.keys).toEqual([{ workspace_id: club.id, key_id: id, at: expect.any(String) }])
    expect(JSON.stringify(list)).not.toContain(token)
    expect(await endedBy(list, restore)).toEqual({ ...NOTHING, ended: { ...NONE, keys: 1 } })
    const statuses = [token, club.key, other.key].map(
      async (key) => (await call('GET', '/me', { key })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      ...{ action: 'api_key.revoked', subject_id: id, actor_kind: 'operator' },
    })
  })

  it('the work of staff, and what they were given since is not given again', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const owner = await staffOf(club, 'owner')
    const [gone, lowered, raised, ending] = [
      await staffOf(club, 'office'),
      await addStaff(club, 'owner'),
      await addStaff(club, 'auditor'),
      await addStaff(club, 'auditor'),
    ]
    await rows(
      'INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at) SELECT ?, staff_id, role, created_at, accepted_at FROM memberships WHERE staff_id = ?',
      other.id,
      gone.id,
    )
    const { at, restore } = await bookmarked()
    const answers = [
      await removeStaff(club, owner, gone.id),
      await changeStaff(club, owner, lowered, { role: 'treasurer' }),
      await changeStaff(club, owner, raised, { role: 'owner' }),
      await changeStaff(club, owner, ending, { role: 'auditor', ends_on: '2099-12-31' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    const list = await listed(at)
    expect(list.data.staff).toHaveLength(4)
    expect(JSON.stringify(list)).not.toContain('example.org')
    expect(await endedBy(list, restore)).toEqual({ ...NOTHING, ended: { ...NONE, staff: 3 } })
    expect(await rolesOf(club)).toEqual({
      ...{ [owner.id]: 'owner', [lowered]: 'treasurer', [raised]: 'auditor', [ending]: 'auditor' },
    })
    expect(await rolesOf(other)).toEqual({ [gone.id]: 'office' })
    expect(await rows('SELECT ends_on FROM memberships WHERE staff_id = ?', ending)).toEqual([
      { ends_on: '2099-12-31' },
    ])
    expect((await eventsOf(club)).slice(-3).map(({ action, subject_id }) => [action, subject_id])).toEqual(
      expect.arrayContaining([
        ['staff.removed', gone.id],
        ['staff.updated', lowered],
        ['staff.updated', ending],
      ]),
    )
  })

  it('the work of the last owner, whose workspace is named', async () => {
    const club = await workspace()
    const first = await staffOf(club, 'owner')
    const { at, restore } = await bookmarked()
    const second = await staffOf(club, 'owner')
    expect((await removeStaff(club, second, first.id)).status).toBe(303)
    const ended = await endedBy(await listed(at), restore)
    expect(ended).toMatchObject({ ended: { ...NONE, staff: 1 }, ownerless_workspace_ids: [club.id] })
    expect(await rolesOf(club)).toEqual({})
    const { status } = await operator('POST', `/operator/workspaces/${club.id}/staff`, {
      ...{ name: 'Second', email: 'second@example.org' },
    })
    expect(status).toBe(201)
  })

  it('a passkey that was removed, so that nobody signs in with it', async () => {
    const club = await workspace()
    const anna = await staffOf(club, 'office')
    const add = async () => {
      const authenticator = await Authenticator.make()
      const { body } = await anna.submit('/dashboard/sign-in/new-passkey/options')
      const answer = await authenticator.create(body)
      expect((await anna.submit('/dashboard/sign-in/new-passkey', { answer })).status).toBe(303)
      return authenticator.id
    }
    const [lost, kept] = [await add(), await add()]
    const { at, restore } = await bookmarked()
    await anna.submit(`/dashboard/${club.id}/account/passkeys/${lost}`)
    const list = await listed(at)
    expect(list.data.passkeys).toEqual([{ credential_id: lost, at: expect.any(String) }])
    expect(await endedBy(list, restore)).toEqual({ ...NOTHING, ended: { ...NONE, passkeys: 1 } })
    expect(await rows('SELECT credential_id FROM passkeys')).toEqual([{ credential_id: kept }])
    // A second restore finds it as well.
    expect((await listed(at)).data.passkeys).toHaveLength(1)
    await rows("UPDATE removed_passkeys SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-41 days')")
    await runNightly()
    expect(await rows('SELECT * FROM removed_passkeys')).toEqual([])
  })

  it('mandates: nothing is collected under them, and who withdrew one pays by bank transfer', async () => {
    const club = await workspace()
    await setPortal(club, {
      slug: 'club',
      functions: ['view_data', 'edit_data', 'grant_mandate'],
      fields: { payment_method: 'editable', bank_account: 'editable' },
    })
    const debit = { payment_method: 'direct_debit' }
    const [ada, alan, grace, kim] = [
      await createPerson(club, payer(1, debit)),
      await createPerson(club, payer(2, debit)),
      await createPerson(club, payer(3, debit)),
      await createPerson(club, payer(4, debit), 'contacts'),
    ]
    const { at, restore } = await bookmarked()
    const member = await signIn(club, { person_id: ada })
    expect((await member.submit(`/portal/persons/${ada}/mandate/withdrawal`, {}, DE)).status).toBe(303)
    await club.put(`/lists/members/persons/${alan}`, {
      sepa_mandate: { reference: 'M-new', signature_date: '2026-01-31' },
    })
    await club.put(`/lists/contacts/persons/${kim}`, { sepa_mandate: null })
    const list = await listed(at)
    expect(
      list.data.mandates.map(({ reference, end_reason }: Record<string, string>) => [reference, end_reason]),
    ).toEqual([
      ['M-1', 'withdrawn'],
      ['M-2', 'replaced'],
      ['M-4', 'removed'],
    ])
    expect(await endedBy(list, restore)).toEqual({ ...NOTHING, ended: { ...NONE, mandates: 3 } })
    const stateOf = async (id: string, members = 'members') => {
      const { payment_method, sepa_mandate } = (await club.get(`/lists/${members}/persons/${id}`)).body.data
      return [payment_method, sepa_mandate?.reference ?? null]
    }
    expect([
      await stateOf(ada),
      await stateOf(alan),
      await stateOf(kim, 'contacts'),
      await stateOf(grace),
    ]).toEqual([
      ['bank_transfer', null],
      ['direct_debit', null],
      ['direct_debit', null],
      ['direct_debit', 'M-3'],
    ])
    expect(await rows('SELECT reference, end_reason FROM mandates ORDER BY reference')).toEqual([
      { reference: 'M-1', end_reason: 'withdrawn' },
      { reference: 'M-2', end_reason: 'removed' },
      { reference: 'M-3', end_reason: null },
      { reference: 'M-4', end_reason: 'removed' },
    ])
    expect(
      (await eventsOf(club)).filter(({ action }) => action === 'person.mandate_withdrawn'),
    ).toMatchObject([{ subject_id: ada, actor_kind: 'operator' }])
    // A mandate that is given after the restore is none of these.
    await club.put(`/lists/members/persons/${alan}`, {
      sepa_mandate: { reference: 'M-newer', signature_date: '2026-02-28' },
    })
    expect((await apply(list)).body.data).toEqual(NOTHING)
    expect(await stateOf(alan)).toEqual(['direct_debit', 'M-newer'])
  })

  it('subscriptions to news: who unsubscribed is not mailed', async () => {
    const club = await workspace()
    const ids = [
      await createPerson(club, { email: 'ada@example.org', name: { last_name: 'Lovelace' } }),
      await createPerson(club, { email: 'alan@example.org', name: { last_name: 'Turing' } }),
    ]
    const { queued } = await postMail(club, { filter: {}, kind: 'news' })
    const { sent } = await deliverMails(queued)
    const link = sent.find(({ to }) => to === 'ada@example.org')?.headers?.['List-Unsubscribe'] ?? ''
    const { at, restore } = await bookmarked()
    await call('POST', new URL(link.slice(1, -1)).pathname, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    const list = await listed(at)
    expect(list.data.news).toEqual([{ workspace_id: club.id, person_id: ids[0], at: expect.any(String) }])
    expect(await endedBy(list, restore)).toEqual({ ...NOTHING, ended: { ...NONE, news: 1 } })
    const again = await postMail(club, { filter: {}, kind: 'news' })
    expect((await deliverMails(again.queued)).sent.map(({ to }) => to)).toEqual(['alan@example.org'])
    expect((await eventsOf(club)).some(({ action }) => action === 'person.news_refused')).toBe(true)
  })
})

describe('a list of what ended', () => {
  it('is stored by the hourly run, and a later one tells that a membership began again', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    const [gone, back] = [await addStaff(club, 'office'), await addStaff(club, 'office', 'back@example.org')]
    const { at, restore } = await bookmarked()
    for (const id of [gone, back]) expect((await removeStaff(club, owner, id)).status).toBe(303)
    await fromHour()
    const added = { name: 'Back', email: 'back@example.org', role: 'office' }
    await operator('POST', `/operator/workspaces/${club.id}/staff`, added)
    await fromHour()
    expect((await bucket.list({ prefix: 'erasures/' })).objects.length).toBeGreaterThan(0)
    await restore()
    const list = await listed(at)
    expect(list.data.staff.map(({ staff_id, role }: Record<string, string>) => [staff_id, role])).toEqual([
      [gone, null],
      [back, 'office'],
    ])
    expect((await apply(list)).body.data.ended).toEqual({ ...NONE, staff: 1 })
    expect(await rolesOf(club)).toEqual({ [owner.id]: 'owner', [back]: 'office' })
  })

  it('may have been stored by an older version, without what ended', async () => {
    const club = await workspace()
    const at = new Date()
    const old = {
      until: new Date().toISOString(),
      is_complete: true,
      persons: [{ workspace_id: club.id, person_id: 'per_gone', erased_at: new Date().toISOString() }],
      workspaces: [],
    }
    await bucket.put('erasures/old.json', JSON.stringify(old), { customMetadata: { until: old.until } })
    const { data } = await listed(at)
    expect([data.persons, data.keys]).toEqual([old.persons, []])
    expect((await apply({ data: old })).body.data).toEqual({ ...NOTHING, unknown: 1 })
  })

  it('is refused before the restore is recorded, and changes nothing', async () => {
    const club = await workspace()
    const { body } = await operator('POST', `/operator/workspaces/${club.id}/api_keys`, { name: 'leaked' })
    const { at, putBack } = await bookmarked()
    await operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${body.data.id}`)
    const list = await listed(at)
    await putBack()
    const answer = await apply(list)
    expect([answer.status, answer.body.issues.map(({ code }: { code: string }) => code)]).toEqual([
      422,
      ['restore_not_recorded'],
    ])
    expect((await call('GET', '/me', { key: body.data.token })).status).toBe(200)
  })

  it('changes nothing of a workspace that was not restored', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const ada = await createPerson(other, payer(1))
    const keys = await rows<{ id: string; workspace_id: string }>('SELECT id, workspace_id FROM api_keys')
    const stamp = new Date().toISOString()
    await recordRestore(new Date(), club.id)
    const data = {
      ...{ until: stamp, is_complete: true, persons: [], workspaces: [], staff: [], passkeys: [] },
      keys: keys.map(({ id, workspace_id }) => ({ workspace_id, key_id: id, at: stamp })),
      mandates: [{ workspace_id: other.id, reference: 'M-1', end_reason: 'withdrawn', at: stamp }],
      news: [{ workspace_id: other.id, person_id: ada, at: stamp }],
    }
    expect((await apply({ data })).body.data.ended).toEqual({ ...NONE, keys: 1 })
    const statuses = [club, other].map(async ({ key }) => (await call('GET', '/me', { key })).status)
    expect(await Promise.all(statuses)).toEqual([401, 200])
    expect((await other.get(`/lists/members/persons/${ada}`)).body.data.sepa_mandate).not.toBeNull()
    expect(await rows('SELECT * FROM news_refusals')).toEqual([])
  })

  it('goes on in a second request where many workspaces have something back', async () => {
    await workspace()
    const clubs = await Promise.all(Array.from({ length: 24 }, () => workspace()))
    const keys = await rows<{ id: string; workspace_id: string }>('SELECT id, workspace_id FROM api_keys')
    const stamp = new Date().toISOString()
    await recordRestore(new Date())
    const data = {
      ...{ until: stamp, is_complete: true, persons: [], workspaces: [] },
      keys: keys.map(({ id, workspace_id }) => ({ workspace_id, key_id: id, at: stamp })),
    }
    const answers = [await apply({ data }), await apply({ data }), await apply({ data })]
    expect(answers.map(({ body }) => [body.data.ended.keys, body.data.left])).toEqual([
      [20, clubs.length + 1 - 20],
      [clubs.length + 1 - 20, 0],
      [0, 0],
    ])
  })
})

describe('a restore of everything', () => {
  it('ends every session, also those that were ended since the bookmark', async () => {
    const club = await workspace()
    const ada = await createPerson(club, { email: 'ada@example.org' })
    const [anna, member] = [await staffOf(club, 'office'), await signIn(club, { person_id: ada })]
    const { restore } = await bookmarked()
    await anna.submit('/dashboard/sign-out')
    await restore()
    expect(
      await rows('SELECT session_hash FROM staff_sessions UNION SELECT session_hash FROM portal_sessions'),
    ).toEqual([])
    expect((await member.get(`/portal/persons/${ada}`)).status).not.toBe(200)
  })

  it('of one workspace ends those of its members alone', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const anna = await staffOf(club, 'office')
    for (const one of [club, other])
      await signIn(one, { person_id: await createPerson(one, { email: 'ada@example.org' }) })
    await recordRestore(new Date(), club.id)
    expect(await rows('SELECT workspace_id FROM portal_sessions')).toEqual([{ workspace_id: other.id }])
    expect((await anna.get(`/dashboard/${club.id}`)).status).toBe(200)
  })
})
