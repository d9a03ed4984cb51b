import { describe, expect, it } from 'vitest'
import { addTo, fee, person } from '../support/club'
import { staffOf } from '../support/dashboard'
import { CREDITOR, collectingClub, payer } from '../support/direct-debits'
import { textOf } from '../support/html'
import { deliverMails, postMail, type SentMail } from '../support/mails'
import { createPerson, setPortal } from '../support/portal'
import { codeInImage } from '../support/qr'
import { mailsAt, remind, setClock, switchOn } from '../support/rules'
import { rows, type Workspace, workspace } from '../support/workspace'

const DUE_ON = '2026-03-09'

/** A club that can be paid, and a member who owes it fees that can be reminded of. */
async function owing(fees: object[] = [{}]) {
  const owed = fees.map((fields) => fee(4500, { due_on: DUE_ON, ...fields }))
  const world = await addTo(await collectingClub(), person(payer(1)), ...owed)
  setClock('2026-03-16T12:00:00Z')
  return { club: world.club, ids: world.fees.map(({ id }) => id) }
}

const referenceOf = async (club: Workspace, id = '') =>
  String((await club.get(`/fees/${id}`)).body.data.reference)

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

const imagesOf = (mail: SentMail | undefined) => mail?.attachments ?? []

describe('a reminder', () => {
  it('says whom to pay how much by a table, a code that banking apps read, and a button', async () => {
    const { club, ids } = await owing()
    const reference = await referenceOf(club, ids[0])
    const [mail] = await remind(club)
    const lines = [
      `Empfänger: ${CREDITOR.name}`,
      `IBAN: ${inFours(CREDITOR.iban)}`,
      'Betrag: 45,00\u00a0€',
      `Verwendungszweck: ${inFours(reference)}`,
    ]
    expect(mail?.text).toContain(lines.join('\n'))
    expect(mail?.text.split(inFours(reference))).toHaveLength(2)
    expect(textOf(mail?.html ?? '')).toContain(lines.join(' ').replaceAll(':', '').replaceAll('\u00a0', ' '))
    expect(imagesOf(mail)).toMatchObject([
      { disposition: 'inline', contentId: 'girocode-1', type: 'image/png', filename: 'girocode-1.png' },
    ])
    expect(mail?.html).toMatch(/<img src="cid:girocode-1" alt="[^"]+" width="180" height="180"/)
    expect(codeInImage(String(imagesOf(mail)[0]?.content))).toBe(
      `BCD\n002\n1\nSCT\n\n${CREDITOR.name}\n${CREDITOR.iban}\nEUR45.00\n\n${reference}`,
    )
    expect(textOf(mail?.html ?? '')).toContain('Im Mitgliederportal ansehen Falls der Knopf nicht geht')
    expect(mail?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
  })

  it.each([
    [1, 1],
    [3, 3],
    [4, 0],
  ])('about %i fees has %i codes', async (count, codes) => {
    const { club } = await owing(Array.from({ length: count }, (_, n) => ({ description: `Fee ${n + 1}` })))
    const [mail] = await remind(club)
    expect(imagesOf(mail)).toHaveLength(codes)
    expect(mail?.html.match(/src="cid:/g) ?? []).toHaveLength(codes)
    expect(mail?.text.match(/^Verwendungszweck: /gm)).toHaveLength(count)
    if (count > 1) expect(mail?.text).toContain('\nFee 2\nBetrag: 45,00')
  })

  it('asks for what is open of a fee, not for all of it', async () => {
    const { club, ids } = await owing()
    await club.post('/payments', {
      data: [{ fee_id: ids[0], amount: 1000, paid_on: '2026-03-02', method: 'cash' }],
    })
    const [mail] = await remind(club)
    expect(mail?.text).toContain('Betrag: 35,00\u00a0€')
    expect(codeInImage(String(imagesOf(mail)[0]?.content))).toContain('EUR35.00')
  })

  it('of a club in another currency, or without an account, has no code', async () => {
    const { club } = await owing()
    await rows("UPDATE workspaces SET currency = 'CHF' WHERE id = ?", club.id)
    const [mail] = await remind(club)
    expect(imagesOf(mail)).toEqual([])
    expect(mail?.text).toContain(`IBAN: ${inFours(CREDITOR.iban)}`)
    const { club: poor } = await owing()
    await rows('UPDATE workspaces SET creditor_iban = NULL WHERE id = ?', poor.id)
    const [other] = await remind(poor)
    expect(imagesOf(other)).toEqual([])
    expect(other?.text).not.toMatch(/\bIBAN\b/)
    expect(other?.text).toMatch(/14 Tagen:\n\nBetrag: 45,00.*\nVerwendungszweck: RF/)
  })
})

describe('a written mail', () => {
  it('shows what to transfer to those who owe, and nothing to others', async () => {
    const { club } = await owing()
    await createPerson(club, { name: { first_name: 'Ben' }, email: 'ben@example.org' })
    const { queued } = await postMail(club, { body: 'Hallo!\n\n{{ueberweisung}}\n\nDanke.', filter: {} })
    const { sent } = await deliverMails(queued)
    const to = (address: string) => sent.find((mail) => mail.to === address)
    expect(to('m1@example.org')?.text).toMatch(/^Hallo!\n\nEmpfänger: /)
    expect(imagesOf(to('m1@example.org'))).toHaveLength(1)
    expect(to('ben@example.org')?.text).toMatch(/^Hallo!\n\nDanke\.\n/)
    expect(imagesOf(to('ben@example.org'))).toEqual([])
    expect(to('ben@example.org')?.headers).toEqual({ 'List-Id': `<${club.id}.members.example.org>` })
  })

  it('shows the code in its preview, where the mail has it attached', async () => {
    const { club } = await owing()
    const [{ id: person } = { id: '' }] = await rows<{ id: string }>('SELECT id FROM persons')
    const staff = await staffOf(club, 'treasurer')
    const form = { list: 'members', subject: 'Bitte', body: '{{transfer}}', kind: 'official', query: '' }
    const saved = await staff.submit(`/dashboard/${club.id}/mails`, form)
    const { text, headers } = await staff.get(`${saved.headers.get('Location')}/preview?person=${person}`)
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self' data:")
    const [, image = ''] = /src="data:image\/png;base64,([^"]+)"/.exec(text) ?? []
    expect(codeInImage(image)).toContain('EUR45.00')
    const { text: written } = await staff.get(`${saved.headers.get('Location')}/preview`)
    expect(textOf(written)).toContain('{{transfer}}')
  })
})

describe('a welcome', () => {
  const DAY = '2026-03-03T11:00:00Z'

  async function welcomed(fields: object, hasPortal = true) {
    const club = await workspace()
    if (!hasPortal) await setPortal(club, { enabled: false })
    setClock('2026-03-02T11:00:00Z')
    await switchOn(club, 'joined')
    await createPerson(club, {
      name: { first_name: 'Ada' },
      email: 'ada@example.org',
      join_date: '2026-03-03',
      ...fields,
    })
    return { club, mail: (await mailsAt(DAY))[0] }
  }

  it('has the number, the next step and a button into the portal', async () => {
    const { mail } = await welcomed({ membership_number: '1001' })
    expect(mail?.text).toContain('\n\nMitgliedsnummer: 1001\n\n')
    expect(mail?.text).toMatch(
      /prüfen Sie bitte, ob .*\n\nAngaben im Mitgliederportal prüfen:\nhttps:\S+\/login\//,
    )
  })

  it('leaves out the number where there is none, and the portal where it is off', async () => {
    const { mail } = await welcomed({}, false)
    expect(mail?.text).toMatch(/^Guten Tag Ada,\n\nherzlich willkommen!/)
    expect(mail?.text).not.toContain('Mitgliedsnummer')
    expect(mail?.text).not.toContain('Mitgliederportal')
    expect(mail?.text).toContain('teilen Sie es uns bitte mit')
  })
})
