import { expect, it } from 'vitest'
import {
  ALL_OCCASIONS,
  isSentHourly,
  type Occasion,
  type Reminder,
} from '../../src/domain/mails/rules/occasions'
import { runNightly } from '../support/cron'
import { claim, clubWithFees, release, setDay, submitted } from '../support/direct-debits'
import { mailsAt, setClock, switchOn } from '../support/rules'
import { rows } from '../support/workspace'

type World = Awaited<ReturnType<typeof clubWithFees>>
type Sent = Exclude<Occasion, Reminder | 'application_rejected'>

const TODAY = '2026-03-02'

const dated =
  (fields: object) =>
  async ({ club }: World) => {
    await club.put('/lists/members/persons/m1', fields)
  }

/** What brings a mail to the first member, after its rule is switched on. The compiler asks for each occasion. */
const HAPPENS: Record<Sent, (world: World) => Promise<unknown>> = {
  joined: dated({ join_date: '2026-03-03' }),
  birthday: dated({ birthdate: '1990-03-03' }),
  membership_years: dated({ join_date: '2021-03-03' }),
  application_confirmed: async ({ club }) => {
    await club.post('/lists/members/persons', {
      external_id: 'new',
      name: { first_name: 'New' },
      email: 'new@example.org',
      creation_behaviour: 'unconfirmed',
    })
    await club.post('/lists/members/persons/new/confirmation', undefined)
  },
  guardianship_ended: async ({ club }) => {
    await club.put('/lists/members/persons/m1', { birthdate: '2008-03-02' })
    await rows("UPDATE persons SET guardian_id = 'per_gone' WHERE external_id = 'm1'")
    await runNightly()
  },
  fee_claimed: ({ club }) => claim(club, [{ person_external_id: 'm1' }]),
  debit_announced: ({ club, feeIds }) => release(club, feeIds.slice(0, 1)),
  debit_returned: async ({ club, feeIds }) => {
    const { id, items } = await submitted(club, feeIds)
    setDay('2026-03-18')
    await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: '2026-03-18',
      reason_code: 'AM04',
    })
  },
  payment_received: ({ club, feeIds }) =>
    club.post('/payments', {
      data: [{ fee_id: feeIds[0], amount: 4500, paid_on: TODAY, method: 'bank_transfer' }],
    }),
}

it.each(ALL_OCCASIONS.filter(isSentHourly))(
  '%s brings one mail to whom it is about, and none before',
  async (occasion) => {
    setClock(`${TODAY}T11:00:00Z`)
    const world = await clubWithFees(2)
    await switchOn(world.club, occasion)
    expect(await mailsAt(`${TODAY}T11:17:00Z`)).toEqual([])
    await HAPPENS[occasion](world)
    const later = occasion === 'debit_returned' ? '2026-03-19' : '2026-03-03'
    expect(await mailsAt(`${later}T09:17:00Z`)).toHaveLength(1)
    expect(await rows('SELECT occasion, total FROM mails')).toEqual([{ occasion, total: 1 }])
  },
)
