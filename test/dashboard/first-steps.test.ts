import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, signedIn } from '../support/club'
import { addStaff, type Staff, staffOf } from '../support/dashboard'
import { CREDITOR } from '../support/direct-debits'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

/** The steps that home shows: the page of each, and whether it is done. */
async function stepsOf(club: Workspace, staff: Staff): Promise<Record<string, 'done' | 'open'>> {
  const { status, text, cost } = await staff.get(`/dashboard/${club.id}`)
  expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
  const [, card = ''] = /Erste Schritte(.*?)<\/section>/s.exec(text) ?? []
  return Object.fromEntries(
    [
      ...card.matchAll(/<li class="steps-(done|open)".*?steps-label"><a href="\/dashboard\/[^/"]+([^"]*)"/gs),
    ].map(([, state, page = '']) => [page, state as 'done' | 'open']),
  )
}

const OPEN = {
  '/members/import': 'open',
  '/settings/direct-debit': 'open',
  '/fees/plans/new': 'open',
  '/settings/portal': 'open',
  '/settings/staff': 'open',
}

const hide = (club: Workspace, staff: Staff, hides: '1' | '') =>
  staff.submit(`/dashboard/${club.id}/first-steps`, { hides })

describe('first steps', () => {
  it('are ticked by what is stored, and gone once all are done', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    expect(await stepsOf(club, owner)).toEqual(OPEN)
    const id = await createPerson(club, { name: { first_name: 'Ada' } })
    expect(await stepsOf(club, owner)).toEqual({ ...OPEN, '/members/import': 'done' })
    await club.post('/fees', { data: [{ amount: 100, description: 'Fee', person_id: id }] })
    await operator('PATCH', `/operator/workspaces/${club.id}`, { creditor: CREDITOR })
    const claimed = { '/members/import': 'done', '/settings/direct-debit': 'done', '/fees/plans/new': 'done' }
    expect(await stepsOf(club, owner)).toEqual({ ...OPEN, ...claimed, '/direct-debits/new': 'open' })
    await rows(
      `INSERT INTO collections (workspace_id, id, state, collection_date, message_id, creditor, item_count, amount, sha256, created_at)
       VALUES (?, 'col_1', 'settled', '2026-12-01', 'm', '{}', 0, 0, '', '2026-11-01')`,
      club.id,
    )
    const done = { ...claimed, '/direct-debits/new': 'done' }
    expect(await stepsOf(club, owner)).toEqual({ ...OPEN, ...done })
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      member_portal: { fields: { email: 'editable' } },
    })
    expect(await stepsOf(club, owner)).toEqual({ ...OPEN, ...done, '/settings/portal': 'done' })
    const invited = await addStaff(club, 'office')
    await rows('UPDATE memberships SET accepted_at = NULL WHERE staff_id = ?', invited)
    expect(await stepsOf(club, owner)).toEqual({})
  })

  it('have no portal where it is off, belongs to a workspace above, or would have no members', async () => {
    const umbrella = await workspace()
    for (const [settings, list] of [
      [{ member_portal: { enabled: false } }, 'members'],
      [
        { member_portal: { managed_by: 'superordinate' }, superordinate_workspace_id: umbrella.id },
        'members',
      ],
      [{ subscription_variant: 'contacts' }, 'contacts'],
    ] as const) {
      const club = await workspace(settings)
      const { '/settings/portal': _, '/members/import': first, ...others } = OPEN
      const steps = await stepsOf(club, await staffOf(club, 'owner'))
      expect(steps).toEqual({ [`/${list}/import`]: first, ...others })
    }
  })

  it('have a portal that is set up once it has an address, and an account once both of its numbers are there', async () => {
    const club = await workspace({ member_portal: { slug: 'aufbau' } })
    const owner = await staffOf(club, 'owner')
    const steps = async () => {
      const { text } = await owner.get('/dashboard/aufbau')
      return (page: string) => new RegExp(`steps-done">(?:(?!<li).)*${page}"`, 's').test(text)
    }
    expect((await steps())('/settings/portal')).toBe(true)
    for (const column of ['creditor_id', 'creditor_iban']) {
      await rows(`UPDATE workspaces SET creditor_id = NULL, creditor_iban = NULL, ${column} = 'x'`)
      expect((await steps())('/settings/direct-debit')).toBe(false)
    }
  })

  it('are those that a role may take', async () => {
    const club = await workspace()
    await staffOf(club, 'owner')
    const of = async (role: Role) => Object.keys(await stepsOf(club, await staffOf(club, role)))
    expect(await of('office')).toEqual(['/members/import'])
    expect(await of('treasurer')).toEqual(['/settings/direct-debit', '/fees/plans/new'])
    expect(await of('auditor')).toEqual([])
    await createPerson(club, { name: { first_name: 'Ada' } })
    expect(await of('office')).toEqual([])
  })

  it('lead to templates of columns and cost units, whoever may add some', async () => {
    const club = await workspace()
    const linksOf = async (role: Role) => {
      const { text } = await (await staffOf(club, role)).get(`/dashboard/${club.id}`)
      return ['/settings/columns/members', '/settings/cost-units'].filter((page) =>
        text.includes(`href="/dashboard/${club.id}${page}">Vorher`),
      )
    }
    expect(await linksOf('owner')).toEqual(['/settings/columns/members', '/settings/cost-units'])
    expect(await linksOf('treasurer')).toEqual(['/settings/cost-units'])
    expect(await linksOf('office')).toEqual([])
    await club.post('/cost_units', { name: 'Choir' })
    expect(await linksOf('treasurer')).toEqual([])
  })

  it('lead to a plan of dues, then to its run, and beside both to a charge without one', async () => {
    const { club, staff } = await clubOf(signedIn('treasurer'))
    const charge = `href="/dashboard/${club.id}/fees/claim">Oder`
    expect((await staff.get(`/dashboard/${club.id}`)).text).toContain(charge)
    await club.post('/dues_plans', {
      ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: '2027' },
      version: {
        ...{ key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 1 },
        rules: [{ kind: 'base', name: 'Member', amount: 100 }],
      },
    })
    expect(await stepsOf(club, staff)).toEqual({ '/settings/direct-debit': 'open', '/fees/runs/new': 'open' })
    const { text } = await staff.get(`/dashboard/${club.id}`)
    expect(text).toContain(charge)
    expect(textOf(text)).toContain('Die ersten Beiträge erheben')
  })

  it('can be hidden by owners for all, which can be undone at once and in the settings', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    const treasurer = await staffOf(club, 'treasurer')
    const hidden = await hide(club, owner, '1')
    expect([hidden.status, leadsTo(hidden), hidden.cost.trips]).toEqual([
      303,
      `/dashboard/${club.id} after hidden`,
      2,
    ])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.updated',
      actor_id: owner.id,
      changes: { hides_first_steps: [false, true] },
    })
    const notice = await openAfter(owner, `/dashboard/${club.id} after hidden`)
    expect(textOf(notice.text)).toContain('für das ganze Team ausgeblendet. Rückgängig machen')
    for (const staff of [owner, treasurer]) expect(await stepsOf(club, staff)).toEqual({})
    const settings = `/dashboard/${club.id}/settings`
    expect((await owner.get(settings)).text).toContain('Wieder einblenden')
    expect((await treasurer.get(settings)).text).not.toContain('Wieder einblenden')
    expect((await hide(club, owner, '1')).cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const shown = await hide(club, owner, '')
    expect(leadsTo(shown)).toBe(`/dashboard/${club.id} after shown`)
    expect(await stepsOf(club, owner)).toEqual({ ...OPEN, '/settings/staff': 'done' })
    expect((await owner.get(settings)).text).not.toContain('Wieder einblenden')
    expect(textOf((await owner.get(`/dashboard/${club.id}/log`)).text)).toContain(
      'Erste Schritte ausgeblendet',
    )
  })

  it('cannot be hidden by others', async () => {
    const { club, staff: treasurer } = await clubOf(signedIn('treasurer'))
    expect((await treasurer.get(`/dashboard/${club.id}`)).text).not.toContain('/first-steps')
    expect((await hide(club, treasurer, '1')).status).toBe(403)
    expect(await rows('SELECT hides_first_steps FROM workspaces')).toEqual([{ hides_first_steps: 0 }])
  })

  it('read no more rows of a large team and many cost units', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    const add = async (from: number, to: number) => {
      const numbers = JSON.stringify(Array.from({ length: to - from }, (_, index) => from + index))
      await rows(
        `INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at)
        SELECT ?, 'cst_' || value, 'Unit ' || value, '', '' FROM json_each(?)`,
        club.id,
        numbers,
      )
      await rows(
        `INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at)
        SELECT ?, 'stf_' || value, 'office', '', '' FROM json_each(?)`,
        club.id,
        numbers,
      )
    }
    const reads = async () => (await owner.get(`/dashboard/${club.id}`)).cost.rowsRead
    await add(0, 2)
    const few = await reads()
    await add(2, 300)
    expect(await reads()).toBeLessThanOrEqual(few + 2)
  })
})
