import { beforeEach, describe, expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { CREDITOR, collectingClub, payer, release, TODAY } from '../support/direct-debits'
import { deliverMails, postMail } from '../support/mails'
import { mailsAt, setClock, switchOn } from '../support/rules'
import { operator, rows, type Workspace } from '../support/workspace'

const SENT_AT = '2026-03-03T09:17:00Z'

let club: Workspace

beforeEach(async () => {
  club = await collectingClub()
  await switchOn(club, 'application_confirmed')
})

/** An applicant, by default with an account and a mandate. */
async function apply(fields: object = {}) {
  const { status, text } = await club.post('/lists/members/persons', {
    ...payer(1),
    ...fields,
    creation_behaviour: 'unconfirmed',
  })
  expect(status, text).toBe(201)
}

const WITHOUT_DEBIT = { bank_account: null, sepa_mandate: null }

const charge = async (...fees: object[]) => {
  const data = fees.map((fee) => ({ person_external_id: 'm1', amount: 8330, description: 'Beitrag', ...fee }))
  const { status, body, text } = await club.post('/fees', { data })
  expect(status, text).toBe(201)
  return (body.data as { id: string }[]).map(({ id }) => id)
}

/** What the mails say that the next morning brings to those who are confirmed, between the greeting and the number. */
async function welcomed(...externalIds: string[]): Promise<string[]> {
  for (const id of externalIds.length > 0 ? externalIds : ['m1'])
    expect((await club.post(`/lists/members/persons/${id}/confirmation`, undefined)).status).toBe(200)
  return (await mailsAt(SENT_AT)).map(({ text }) => noteIn(text))
}

const noteIn = (text: string): string => {
  const said = text.replaceAll('\u00a0', ' ')
  return /(?:dabei (?:sind|bist)|with us)\.(.*?)(?:Als Nächstes|As a next)/s.exec(said)?.[1] ?? said
}

const paragraph = (...lines: string[]): string => `\n\n${lines.join('\n')}\n\n`

describe('the welcome mail of who is debited', () => {
  it('says what is debited when, from which account under which mandate', async () => {
    await apply()
    await charge({ due_on: '2027-03-01' })
    expect(await welcomed()).toEqual([
      paragraph(
        'Wir buchen von Ihrem Konto •••• 0001 ab (Mandat M-1):',
        'Beitrag: 83,30 € ab dem 1. März 2027',
      ),
    ])
  })

  it('has a line for each instalment, none before a debit can be made', async () => {
    await apply()
    await charge(
      { description: 'Rate 2', due_on: '2026-09-01' },
      { description: 'Rate 1', due_on: TODAY },
      {},
    )
    expect(await welcomed()).toEqual([
      paragraph(
        'Wir buchen von Ihrem Konto •••• 0001 ab (Mandat M-1):',
        'Rate 1: 83,30 € ab dem 17. März 2026',
        'Rate 2: 83,30 € ab dem 1. September 2026',
        'Beitrag: 83,30 € ab dem 17. März 2026',
      ),
    ])
  })

  it('names the day of a debit that is under way', async () => {
    await apply()
    const fees = await charge({})
    await club.post('/lists/members/persons/m1/confirmation', undefined)
    expect((await release(club, fees, { date: '2026-03-18' })).status).toBe(201)
    const [mail] = await mailsAt(SENT_AT)
    expect(noteIn(String(mail?.text))).toContain('Beitrag: 83,30 € am 18. März 2026')
  })

  it('names another holder of the account', async () => {
    await apply({ bank_account: { ...payer(1).bank_account, signatory: 'Petra Muster' } })
    await charge({ due_on: '2027-03-01' })
    expect((await welcomed())[0]).toContain('Wir buchen vom Konto •••• 0001 (Petra Muster) ab (Mandat M-1):')
  })

  it('says from where, if nothing is claimed yet', async () => {
    await apply()
    expect(await welcomed()).toEqual([
      paragraph('Sobald Beiträge zu zahlen sind, buchen wir sie von Ihrem Konto •••• 0001 ab (Mandat M-1).'),
    ])
  })

  it('says that a mandate is missing, and what is debited afterwards', async () => {
    await apply({ ...WITHOUT_DEBIT, payment_method: 'direct_debit' })
    await charge({ due_on: '2027-03-01' })
    expect(await welcomed()).toEqual([
      paragraph(
        'Die Beiträge sollen per Lastschrift gezahlt werden. Dafür fehlt uns noch ein SEPA-Lastschriftmandat. Bitte fordern Sie das Formular bei uns an und senden Sie es unterschrieben zurück. Danach buchen wir ab:',
        'Beitrag: 83,30 € ab dem 1. März 2027',
      ),
    ])
  })

  it.each([
    ['an adult', '1990-01-01', 'Bitte erteilen Sie es im Mitgliederportal.'],
    ['a minor', '2015-01-01', 'Bitte fordern Sie das Formular'],
  ])('leads %s to where the mandate can be given', async (_, birthdate, asked) => {
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      member_portal: { enabled: true, functions: ['view_data', 'grant_mandate'] },
    })
    await apply({ ...WITHOUT_DEBIT, payment_method: 'direct_debit', birthdate })
    expect((await welcomed())[0]).toContain(asked)
  })

  it('asks for a transfer while no debit can be made', async () => {
    await apply({ sepa_mandate: { reference: 'M-1', signature_date: '2020-01-01' } })
    await charge({})
    expect((await welcomed())[0]).toContain(
      'Per Lastschrift können wir zurzeit nicht abbuchen. Bitte überweisen Sie:\nBeitrag: 83,30 € (Verwendungszweck RF',
    )
  })
})

describe('the welcome mail of who pays otherwise', () => {
  it('says what to transfer until when to which account', async () => {
    await apply({ ...WITHOUT_DEBIT, payment_method: 'bank_transfer' })
    await charge({ due_on: '2026-04-01' })
    const [note] = await welcomed()
    expect(note).toMatch(
      /^\n\nBitte überweisen Sie:\nBeitrag: 83,30 € \(fällig am 1. April 2026, Verwendungszweck RF[\dA-Z ]+\)\nEmpfänger: Ruderclub e. V., IBAN: DE[\d ]{20,}\n\n$/,
    )
    expect(note?.replaceAll(' ', '')).toContain(CREDITOR.iban)
  })

  it('names no account that the club has not stored', async () => {
    await rows('UPDATE workspaces SET creditor_iban = NULL, creditor_id = NULL')
    await apply({ payment_method: 'direct_debit' })
    await charge({})
    const [note] = await welcomed()
    expect(note).toContain('Bitte überweisen Sie:\nBeitrag: 83,30 €')
    expect(note).not.toContain('IBAN:')
  })

  it('asks for cash', async () => {
    await apply({ payment_method: 'cash' })
    await charge({ due_on: '2026-04-01' })
    expect(await welcomed()).toEqual([
      paragraph('Bitte zahlen Sie bar:', 'Beitrag: 83,30 € (fällig am 1. April 2026)'),
    ])
  })

  it.each([
    ['nothing is claimed', async () => {}],
    [
      'all is paid',
      async () => {
        const [fee_id] = await charge({})
        await club.post('/payments', {
          data: [{ fee_id, amount: 8330, paid_on: TODAY, method: 'bank_transfer' }],
        })
      },
    ],
  ])('says nothing if %s', async (_, happen) => {
    await apply(WITHOUT_DEBIT)
    await happen()
    expect(await welcomed()).toEqual(['\n\n'])
  })
})

describe('the welcome mail of a family', () => {
  const child = {
    ...WITHOUT_DEBIT,
    external_id: 'olaf',
    name: { first_name: 'Olaf' },
    payer_external_id: 'm1',
  }
  const fees = [{ due_on: '2027-03-01' }, { person_external_id: 'olaf', amount: 4000, due_on: '2027-03-01' }]

  it('tells the payer of the fees of all, and others who pays', async () => {
    await apply({ name: { first_name: 'Uwe', last_name: 'Roth' } })
    await apply({ ...child, email: 'olaf@example.org' })
    await charge(...fees)
    expect((await welcomed('m1', 'olaf')).sort()).toEqual(
      [
        paragraph(
          'Wir buchen von Ihrem Konto •••• 0001 ab (Mandat M-1):',
          'Uwe Roth, Beitrag: 83,30 € ab dem 1. März 2027',
          'Olaf, Beitrag: 40,00 € ab dem 1. März 2027',
        ),
        paragraph('Ihre Beiträge zahlt Uwe Roth.'),
      ].sort(),
    )
  })

  it('says all at the address of a payer who is no member', async () => {
    await club.put('/lists/contacts/persons', {
      data: [payer(1, { name: { first_name: 'Uwe', last_name: 'Roth' } })],
    })
    await apply({ ...child, email: 'M1@example.org', birthdate: '2017-03-04' })
    await charge(fees[1] as object)
    expect(await welcomed('olaf')).toEqual([
      '\n\nIhre Beiträge zahlt Uwe Roth.\n\n' +
        'Wir buchen vom Konto •••• 0001 (Uwe Roth) ab (Mandat M-1):\nBeitrag: 40,00 € ab dem 1. März 2027\n\n',
    ])
  })

  it('does not name a payer without a name', async () => {
    await club.put('/lists/contacts/persons', { data: [payer(1, { name: null })] })
    await apply({ ...child, email: 'olaf@example.org' })
    expect(await welcomed('olaf')).toEqual([paragraph('Ihre Beiträge zahlt eine andere Person.')])
  })
})

it.each([
  [
    'de',
    'du',
    'Wir buchen von deinem Konto •••• 0001 ab (Mandat M-1):\nBeitrag: 83,30 € ab dem 1. März 2027',
  ],
  [
    'en-GB',
    'sie',
    'We collect by direct debit from your account •••• 0001 (mandate M-1):\nBeitrag: €83.30 from 1 March 2027 on',
  ],
])('speaks %s with %s', async (locale, address_form, said) => {
  await operator('PATCH', `/operator/workspaces/${club.id}`, { locale, member_portal: { address_form } })
  await rows('DELETE FROM mail_rules')
  await switchOn(club, 'application_confirmed')
  await apply()
  await charge({ due_on: '2027-03-01' })
  expect((await welcomed())[0]).toContain(said)
})

it('leaves a stored text without the placeholder as it is', async () => {
  await switchOn(club, 'application_confirmed', { body: 'Willkommen!' })
  await apply()
  await charge({})
  await club.post('/lists/members/persons/m1/confirmation', undefined)
  setClock(SENT_AT)
  const [mail] = await mailsAt(SENT_AT)
  expect(mail?.text).toMatch(/^Willkommen!\n/)
  expect(mail?.text).not.toContain('Ihrem Konto')
})

it('says the same in a mail that staff write, and before in its preview', async () => {
  await club.put('/lists/members/persons', { data: [payer(1)] })
  await charge({ due_on: '2027-03-01' })
  const said = 'von Ihrem Konto •••• 0001 ab (Mandat M-1):\nBeitrag: 83,30\u00a0€ ab dem 1. März 2027'
  const { body, queued } = await postMail(club, { body: 'Hallo!\n\n{{fee_note}}', filter: {} })
  const [mail] = (await deliverMails(queued)).sent
  expect(mail?.text).toContain(said)
  const [person] = await rows<{ id: string }>("SELECT id FROM persons WHERE external_id = 'm1'")
  const staff = await staffOf(club, 'owner')
  const path = `/dashboard/${club.id}/mails/${body.data.id}/preview.txt?person=${person?.id}`
  expect((await staff.get(path)).text).toContain(said)
})
