import { describe, expect, it } from 'vitest'
import { addTo, person, portal, visitor } from '../support/club'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, claim, collectingClub, payer, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'
import { setPortal } from '../support/portal'
import { cardPath, changeCard, followed } from '../support/portal-cards'
import { operator } from '../support/workspace'

const FIELDS = { payment_method: 'editable', bank_account: 'editable', sepa_mandate: 'visible' }

async function memberOf(fields: object, settings: object = {}) {
  const world = await addTo(
    await collectingClub(settings),
    portal({ functions: ['view_data', 'edit_data', 'view_fees'], fields: FIELDS }),
    person(payer(1, fields)),
    visitor(),
  )
  return { ...world, path: `/portal/persons/${world.id}`, bank: cardPath(world.id, 'bank') }
}

const CHOSEN = 'Lastschrift ist gewählt, aber noch nicht möglich'

describe('choosing direct debit', () => {
  it.each([
    ['a mandate', { sepa_mandate: null }, ['Uns fehlt Ihr unterschriebenes SEPA-Lastschriftmandat']],
    [
      'a usable mandate',
      { sepa_mandate: { reference: 'Ä-1' } },
      ['Mit Ihrem Konto oder Mandat stimmt etwas nicht'],
    ],
  ])(
    'without %s says at once what is missing, and what becomes of open fees',
    async (_, person, sentences) => {
      const { session, bank } = await memberOf({ payment_method: 'bank_transfer', ...person })
      const before = textOf((await session.get(bank.replace(/\/edit.*/, ''))).text)
      expect(before).not.toContain(CHOSEN)
      const saved = await changeCard(session, bank, { payment_method: 'direct_debit' })
      expect(saved.status).toBe(303)
      const page = textOf((await followed(session, saved)).text)
      expect(page).toContain('Gespeichert: Bankverbindung')
      for (const sentence of [CHOSEN, ...sentences, 'Bis dahin wird nichts eingezogen: Bitte überweisen Sie'])
        expect(page).toContain(sentence)
      expect(page).not.toContain('Uns fehlt Ihre IBAN')
    },
  )

  it('without an account and a mandate names both', async () => {
    const { session, path } = await memberOf({
      payment_method: 'direct_debit',
      bank_account: null,
      sepa_mandate: null,
    })
    const page = textOf((await session.get(path)).text)
    expect(page).toContain('Uns fehlt Ihre IBAN.')
    expect(page).toContain('Uns fehlt Ihr unterschriebenes SEPA-Lastschriftmandat')
  })

  it('in an association that collects nothing says so', async () => {
    const { club, session, path } = await memberOf({ payment_method: 'direct_debit' })
    await operator('PATCH', `/operator/workspaces/${club.id}`, { creditor: null })
    const page = textOf((await session.get(path)).text)
    expect(page).toContain('zieht zurzeit keine Beiträge ein')
  })

  it('with all that it takes says nothing of it', async () => {
    const { club, session, path } = await memberOf({ payment_method: 'direct_debit' })
    expect(textOf((await session.get(path)).text)).not.toContain(CHOSEN)
    await setPortal(club, { fields: { payment_method: 'hidden' } })
    await club.put('/lists/members/persons/m1', { sepa_mandate: null })
    expect(textOf((await session.get(path)).text)).not.toContain(CHOSEN)
  })
})

describe('another account', () => {
  it('is told beside the debits that still take the old one, until their day', async () => {
    const { club, session, path, bank } = await memberOf({ payment_method: 'direct_debit' })
    await submitted(club, await claim(club, [{ person_external_id: 'm1', amount: 7200 }]))
    expect(textOf((await session.get(path)).text)).not.toContain('Noch vom bisherigen Konto')
    const saved = await changeCard(session, bank, {
      'bank_account.iban': ibanOf(2),
      'mandate.confirmation': '1',
    })
    expect(saved.status).toBe(303)
    const answer = await followed(session, saved)
    const end = ibanOf(1).slice(-6)
    expect(textOf(answer.text).replaceAll('\u00a0', ' ')).toContain(
      `72,00 € ziehen wir am 16. März 2026 noch vom bisherigen Konto •••• ${end.slice(0, 4)} ${end.slice(4)} ein`,
    )
    expect([answer.status, answer.cost.trips]).toEqual([200, 1])
    await changeCard(session, bank, { 'bank_account.iban': ibanOf(1), 'mandate.confirmation': '1' })
    expect(textOf((await session.get(path)).text)).not.toContain('Noch vom bisherigen Konto')
  })

  it('of a payer is told beside the debits for those it pays for, and beside those of a mandate before', async () => {
    const { club, id, session, path, bank } = await memberOf({ payment_method: 'direct_debit' })
    await addPersons(club, [payer(2, { bank_account: null, sepa_mandate: null, payer_id: id })])
    await submitted(club, await claim(club, [{ person_external_id: 'm2', amount: 3300 }]))
    const account = { iban: ibanOf(3), signatory: 'Byron King' }
    await club.put('/lists/members/persons/m1', {
      bank_account: account,
      sepa_mandate: { reference: 'M-9', signature_date: '2026-03-02' },
    })
    const page = textOf((await session.get(path)).text).replaceAll('\u00a0', ' ')
    expect(page).toContain('33,00 € ziehen wir am 16. März 2026 noch vom bisherigen Konto')
    await changeCard(session, bank, { 'bank_account.iban': ibanOf(4), 'mandate.confirmation': '1' })
    expect(textOf((await session.get(path)).text)).toContain('Noch vom bisherigen Konto')
  })
})
