import { beforeEach, describe, expect, it } from 'vitest'
import { ALL_OCCASIONS } from '../../src/domain/mails/rules/occasions'
import { saveRule } from '../../src/domain/mails/rules/save'
import { viewRules } from '../../src/domain/mails/rules/view'
import { ADA, addTo, BEN, clubOf, person, settings } from '../support/club'
import { eventsOf } from '../support/events'
import { mailsAt, setClock, subjectsOf, switchOn } from '../support/rules'
import { principalOf } from '../support/staff-principal'
import { rows, workspace } from '../support/workspace'

/** Ada and Ben with other fields. */
const ada = (fields: object) => person({ ...ADA, ...fields })
const ben = (fields: object) => person({ ...BEN, ...fields })

// The clocks of the club are an hour ahead of UTC in winter.
beforeEach(() => setClock('2026-03-02T11:00:00Z'))

describe('rules', () => {
  it('begin with native texts that can be saved as they are', async () => {
    for (const locale of ['de-DE', 'en-GB']) {
      const club = await workspace({ locale })
      const principal = await principalOf(club)
      const rules = await viewRules(principal)
      expect(rules.map(({ occasion }) => occasion)).toEqual([...ALL_OCCASIONS])
      expect(rules.every(({ enabled, is_default }) => !enabled && is_default)).toBe(true)
      for (const { occasion, is_default: _, ...body } of rules)
        expect(await saveRule(principal, { occasion, body })).toMatchObject({ occasion, ...body })
      expect((await viewRules(principal)).every(({ is_default }) => !is_default)).toBe(true)
    }
  })

  it('are refused with unknown placeholders, and with those of other occasions', async () => {
    const club = await workspace()
    await expect(switchOn(club, 'birthday', { body: '{{spitzname}}' })).rejects.toMatchObject({
      issues: { body: [{ code: 'unknown_placeholder', written: 'spitzname' }] },
    })
    await expect(switchOn(club, 'birthday', { body: '{{einzug_am}}' })).rejects.toMatchObject({
      issues: { body: [{ code: 'debit_placeholder' }] },
    })
    await expect(switchOn(club, 'fee_claimed', { offset_days: -1 })).rejects.toMatchObject({
      issues: { offset_days: [{ code: 'offset_negative' }] },
    })
    await expect(switchOn(club, 'nothing')).rejects.toMatchObject({ reason: 'not_found' })
  })

  it('are saved by those who may send mails', async () => {
    const club = await workspace()
    const body = { subject: 'A', body: 'B', kind: 'official', offset_days: 0, enabled: true }
    const auditor = await principalOf(club, 'auditor')
    await expect(saveRule(auditor, { occasion: 'joined', body })).rejects.toMatchObject({
      reason: 'permission_missing',
    })
    await saveRule(await principalOf(club, 'office'), { occasion: 'joined', body })
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'mail_rule.updated',
      subject_kind: 'mail_rule',
      subject_id: 'joined',
      changes: { enabled: [false, true] },
    })
  })
})

describe('a birthday', () => {
  it('brings a mail on its day, from 8 o’clock on, once', async () => {
    const { club } = await clubOf(ada({ birthdate: '1985-03-04' }))
    await switchOn(club, 'birthday')
    expect(await mailsAt('2026-03-04T06:17:00Z')).toEqual([])
    const mails = await mailsAt('2026-03-04T07:17:00Z')
    expect(subjectsOf(mails)).toEqual(['ada@example.org: Alles Gute zum Geburtstag!'])
    expect(mails[0]?.text).toContain('Guten Tag Ada Lovelace,')
    expect(mails[0]?.headers).toHaveProperty('List-Unsubscribe')
    expect(await mailsAt('2026-03-04T08:17:00Z')).toEqual([])
    expect(await mailsAt('2027-03-04T08:17:00Z')).toHaveLength(1)
    expect((await eventsOf(club)).at(-1)).toMatchObject({ action: 'mail.sent', actor_kind: 'service' })
  })

  it('on 29 February is on the 28th in other years', async () => {
    const { club } = await clubOf(ada({ birthdate: '2000-02-29' }), ben({ birthdate: '2000-02-28' }))
    await switchOn(club, 'birthday')
    await mailsAt('2027-02-27T09:17:00Z')
    expect(await mailsAt('2027-02-28T09:17:00Z')).toHaveLength(2)
    expect(await mailsAt('2027-03-01T09:17:00Z')).toHaveLength(0)
    await mailsAt('2028-02-27T09:17:00Z')
    expect(subjectsOf(await mailsAt('2028-02-28T09:17:00Z'))).toEqual([expect.stringContaining('ben@')])
    expect(subjectsOf(await mailsAt('2028-02-29T09:17:00Z'))).toEqual([expect.stringContaining('ada@')])
  })

  it('is caught up for a week, and not for longer', async () => {
    const { club } = await clubOf(ada({ birthdate: '1985-03-07' }), ben({ birthdate: '1985-03-06' }))
    await switchOn(club, 'birthday')
    expect(subjectsOf(await mailsAt('2026-03-13T09:17:00Z'))).toEqual([expect.stringContaining('ada@')])
  })

  it('of a former member, an applicant, and one who unsubscribed brings none', async () => {
    const birthdate = '1985-03-04'
    const { club, id: refusing } = await clubOf(
      ben({ birthdate }),
      ada({ birthdate, leave_date: '2026-03-03' }),
      ada({ external_id: 'applicant', birthdate, creation_behaviour: 'unconfirmed' }),
      person({ name: { first_name: 'Cleo' }, birthdate }),
      person({ birthdate, email: 'staying@example.org', leave_date: '2026-03-04' }),
    )
    await rows("INSERT INTO news_refusals VALUES (?, ?, '2026-01-01')", club.id, refusing)
    await switchOn(club, 'birthday')
    expect(subjectsOf(await mailsAt('2026-03-04T09:17:00Z'))).toEqual([expect.stringContaining('staying@')])
  })

  it('follows the clocks of the workspace, also when they change', async () => {
    const birthdate = '1985-03-29'
    const berlin = await clubOf(settings({ timezone: 'Europe/Berlin' }), ada({ birthdate }))
    const auckland = await clubOf(settings({ timezone: 'Pacific/Auckland' }), ben({ birthdate }))
    for (const { club } of [berlin, auckland]) await switchOn(club, 'birthday')
    await mailsAt('2026-03-28T07:17:00Z')
    // 29 March, 8:17 in Auckland is still the 28th in Berlin, whose clocks go forward in the night.
    expect(subjectsOf(await mailsAt('2026-03-28T19:17:00Z'))).toEqual([expect.stringContaining('ben@')])
    expect(await mailsAt('2026-03-29T05:17:00Z')).toEqual([])
    expect(subjectsOf(await mailsAt('2026-03-29T06:17:00Z'))).toEqual([expect.stringContaining('ada@')])
  })
})

describe('joining', () => {
  it('brings a mail also where it is entered after the day, and no second one where it is corrected', async () => {
    const { club } = await clubOf(ada({ join_date: '2026-02-28' }))
    await switchOn(club, 'joined')
    expect(await mailsAt('2026-03-04T09:17:00Z')).toEqual([])
    const { id: late } = await addTo(club, ben({ join_date: '2026-03-03' }))
    expect(subjectsOf(await mailsAt('2026-03-05T09:17:00Z'))).toEqual([
      'ben@example.org: Herzlich willkommen!',
    ])
    await club.put(`/lists/members/persons/${late}`, { join_date: '2026-03-04' })
    expect(await mailsAt('2026-03-06T09:17:00Z')).toEqual([])
  })

  it('brings a mail so many days later as the rule says', async () => {
    const club = await workspace()
    await switchOn(club, 'joined', { offset_days: 3 })
    await addTo(club, ada({ join_date: '2026-03-03' }))
    expect(await mailsAt('2026-03-05T09:17:00Z')).toEqual([])
    expect(await mailsAt('2026-03-06T09:17:00Z')).toHaveLength(1)
  })

  it('years ago brings a mail after 1, 5, 10 years', async () => {
    const { club } = await clubOf(
      ...[0, 1, 2, 5, 10, 12, 25].map((years) =>
        person({ email: `y${years}@example.org`, join_date: `${2026 - years}-03-04` }),
      ),
    )
    await switchOn(club, 'membership_years')
    const mails = await mailsAt('2026-03-04T09:17:00Z')
    expect(mails.map(({ to }) => to).sort()).toEqual(
      ['y10', 'y1', 'y25', 'y5'].map((y) => `${y}@example.org`).sort(),
    )
  })

  it('by an application brings a mail when it is confirmed', async () => {
    const { club, id: early } = await clubOf(ben({ creation_behaviour: 'unconfirmed' }))
    await club.post(`/lists/members/persons/${early}/confirmation`, undefined)
    const { id } = await addTo(club, ada({ creation_behaviour: 'unconfirmed' }))
    await switchOn(club, 'application_confirmed')
    expect(await mailsAt('2026-03-03T09:17:00Z')).toEqual([])
    await club.post(`/lists/members/persons/${id}/confirmation`, undefined)
    expect(subjectsOf(await mailsAt('2026-03-04T09:17:00Z'))).toEqual([
      'ada@example.org: Ihr Mitgliedsantrag ist angenommen',
    ])
  })
})
