import { afterEach, describe, expect, it, vi } from 'vitest'
import { addTo, editable } from '../support/club'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { check, clubWithFees, release } from '../support/direct-debits'
import { textOf } from '../support/html'
import { signIn } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { rows, type Workspace } from '../support/workspace'

const DAY = 86_400_000

afterEach(() => vi.useRealTimers())

async function fixture() {
  const { club, ids, feeIds } = await clubWithFees(2)
  await addTo(club, editable('bank_account', 'email', 'address'))
  const [id = ''] = ids
  return { club, feeIds, id, member: await signIn(club, { person_id: id }) }
}

const codes = async (club: Workspace, feeIds: string[], date = '2026-03-17') =>
  (await check(club, feeIds, date)).body.data.problems.map(({ path, code }: Record<string, string>) => [
    path,
    code,
  ])

/** Gives another account in the portal, as the member. */
async function giveAccount({ member, id }: Awaited<ReturnType<typeof fixture>>) {
  const changed = { 'bank_account.iban': ibanOf(7), 'mandate.confirmation': '1' }
  expect((await changeCard(member, cardPath(id, 'bank'), changed)).status).toBe(303)
}

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

describe('an account that was given in the portal', () => {
  it('is not collected from within 24 hours, for which the check and the release give the reason', async () => {
    const world = await fixture()
    const { club, feeIds } = world
    await giveAccount(world)
    expect(await codes(club, feeIds)).toEqual([['fee_ids.0', 'given_recently']])
    const { status, body } = await release(club, feeIds)
    expect(status).toBe(422)
    expect(body.errors['fee_ids.0'][0]).toMatch(
      /given in the portal within a day; collect it from 2026-03-03T12/,
    )
    expect(await rows('SELECT * FROM collections')).toEqual([])
  })

  it('is collected from a day later', async () => {
    const world = await fixture()
    const { club, feeIds } = world
    await giveAccount(world)
    wait(DAY - 5000)
    expect(await codes(club, feeIds)).toEqual([['fee_ids.0', 'given_recently']])
    wait(5000)
    expect(await codes(club, feeIds)).toEqual([])
    expect((await release(club, feeIds, { date: '2026-03-17' })).status).toBe(201)
  })

  it('is named on the check page, which collects from the others', async () => {
    const world = await fixture()
    await giveAccount(world)
    const treasurer = await staffOf(world.club, 'treasurer')
    const base = `/dashboard/${world.club.id}/direct-debits/new/check?due_by=2026-12-31`
    const { status, text } = await treasurer.get(base, { headers: { 'Accept-Language': 'de' } })
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Konto oder E-Mail-Adresse ist neu')
  })

  it('does not rest for an account that the office enters, nor after another card', async () => {
    const { club, feeIds, member, id } = await fixture()
    await club.put('/lists/members/persons/m1', { bank_account: { iban: ibanOf(8) } })
    await changeCard(member, cardPath(id, 'address'), { 'address.street': 'Lindenallee 8' })
    expect(await codes(club, feeIds)).toEqual([])
  })

  it('leaves the fee to direct debit in the portal, since a later release collects it', async () => {
    const world = await fixture()
    await giveAccount(world)
    const { text } = await world.member.get(`/portal/persons/${world.id}/fees`)
    expect(textOf(text)).toContain('45,00 €')
    expect(textOf(text)).not.toContain('Verwendungszweck')
  })
})
