import { expect } from 'vitest'
import type { Answer } from '../support/call'
import { ibanOf } from '../support/direct-debit-file'
import { CREDITOR, claim, payer, submitted } from '../support/direct-debits'
import { postMail } from '../support/mails'
import { PUBLIC_URL, type Session, signIn } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { operator, rows, type Workspace } from '../support/workspace'
import { moveInstants, stopClock, tickingWorkspace } from './world'

const EMAIL = 'family@example.org'

const COLUMNS = [
  { name: 'Motto', type: 'string', external_id: 'motto' },
  { name: 'Abteilungen', type: 'array', allowed_values: ['Chor', 'Turnen'], external_id: 'departments' },
  { name: 'Fotos', type: 'boolean', external_id: 'photos' },
  { name: 'Rundbrief', type: 'boolean', external_id: 'letter' },
  { name: 'Stunden', type: 'integer', external_id: 'hours' },
  { name: 'Spende', type: 'number', external_id: 'gift' },
  { name: 'Prüfung', type: 'date', external_id: 'exam' },
  { name: 'Seite', type: 'url', external_id: 'site' },
  { name: 'Ton', type: 'boolean', external_id: 'sound' },
  { name: 'Video', type: 'boolean', external_id: 'video' },
  { name: 'Akte', type: 'string', external_id: 'file' },
]

const FIELDS = {
  ...Object.fromEntries(
    ['name', 'phone_numbers', 'address', 'bank_account', 'payment_method', 'email'].map((key) => [
      key,
      'editable',
    ]),
  ),
  ...Object.fromEntries(
    ['birthdate', 'sepa_mandate', 'membership_number', 'join_date', 'leave_date', 'membership_status'].map(
      (key) => [key, 'visible'],
    ),
  ),
  motto: 'editable',
  departments: 'editable',
  photos: 'editable',
  sound: 'editable',
  video: 'editable',
  letter: 'visible',
  hours: 'editable',
  gift: 'visible',
  exam: 'editable',
  site: 'editable',
}

export const FIELD_KEYS = Object.keys(FIELDS)

const ADDRESS = { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' }

/** The persons of a family by their first names, in the order of their ids; Fritz is a member of the club below. */
export type Family = { umbrella: Workspace; club: Workspace; ids: Record<string, string> }

/** An umbrella and a club below it, and a family whose members pay, or fail to pay, in all the ways there are. */
export async function createFamily(): Promise<Family> {
  stopClock('2026-04-20T09:00:00Z')
  const umbrella = await tickingWorkspace({
    name: 'Landesverband',
    creditor: CREDITOR,
    contact: { name: 'Geschäftsstelle', email: 'buero@example.org', phone: '+49 30 1234' },
  })
  const club = await tickingWorkspace({
    name: 'Ruderclub',
    superordinate_workspace_id: umbrella.id,
    member_portal: { managed_by: 'superordinate' },
  })
  await rows("UPDATE workspaces SET currency = 'CHF' WHERE id = ?", club.id)
  await umbrella.put('/lists/members/custom_columns', { data: COLUMNS })
  await operator('PATCH', `/operator/workspaces/${umbrella.id}`, {
    member_portal: {
      functions: ['view_data', 'edit_data', 'view_fees'],
      fields: FIELDS,
      slug: 'verband',
    },
  })
  const ids = await addFamily(umbrella, club)
  await addFees(umbrella, club, ids)
  stopClock('2026-06-15T09:00:00Z')
  await done(umbrella.put(`/lists/members/persons/${ids.cleo}`, { email: EMAIL }))
  await act(umbrella, ids)
  await moveInstants()
  return { umbrella, club, ids }
}

async function addFamily(umbrella: Workspace, club: Workspace): Promise<Record<string, string>> {
  const add = async (to: Workspace, person: object) =>
    String((await to.post('/lists/members/persons', { email: EMAIL, ...person })).body.data.id)
  const paying = (n: number, first_name: string, payment_method?: string) => {
    const { external_id, name: _, email: __, ...fields } = payer(n)
    return { external_id, name: { first_name, last_name: 'Byron' }, ...fields, payment_method }
  }
  const { sepa_mandate: _, ...withoutMandate } = paying(3, 'Cleo', 'direct_debit')
  return {
    anna: await add(umbrella, {
      ...paying(1, 'Anna', 'bank_transfer'),
      address: ADDRESS,
      birthdate: '1985-12-10',
      phone_numbers: [
        { label: 'mobil', number: '+49 170 1234567' },
        { label: null, number: '030 987' },
      ],
      bank_account: { iban: ibanOf(1), bic: 'COBADEFFXXX', signatory: 'Ada Byron' },
      membership_number: '1815',
      join_date: '2001-05-06',
      motto: 'Never give up',
      departments: ['Chor', 'Turnen'],
      photos: true,
      letter: false,
      hours: 12,
      gift: 2.5,
      exam: '2025-02-28',
      site: 'https://example.org/anna',
      file: 'For the office alone',
    }),
    ben: await add(umbrella, {
      ...paying(2, 'Ben', 'direct_debit'),
      address: ADDRESS,
      membership_number: '1816',
      join_date: '2020-01-01',
      leave_date: '2026-09-30',
      letter: true,
    }),
    cleo: await add(umbrella, {
      ...withoutMandate,
      email: 'cleo@example.org',
      address: { ...ADDRESS, street: 'Lindenallee 8' },
    }),
    dora: await add(umbrella, {
      external_id: 'm4',
      name: { first_name: 'Dora', last_name: null },
      payment_method: 'direct_debit',
    }),
    emil: await add(umbrella, {
      ...paying(5, 'Emil'),
      bank_account: { iban: 'BR1800360305000010009795493C1', bic: 'CEFXBRSPXXX' },
    }),
    gerd: await add(umbrella, paying(7, 'Gerd')),
    fritz: await add(club, {
      external_id: 'm6',
      name: { first_name: 'Fritz', last_name: 'Byron' },
      membership_number: '7',
    }),
  }
}

async function addFees(umbrella: Workspace, club: Workspace, ids: Record<string, string>): Promise<void> {
  const fee = async (club: Workspace, n: number, description: string, amount: number, due_on?: string) =>
    String((await claim(club, [{ person_external_id: `m${n}`, description, amount, due_on }]))[0])
  const pay = (fee_id: string, amount: number, paid_on: string, method = 'bank_transfer') =>
    done(umbrella.post('/payments', { data: [{ fee_id, amount, paid_on, method }] }))
  const hold = (id: string, hold: object) =>
    rows(
      'UPDATE fees SET reminder_hold = ? WHERE id = ?',
      JSON.stringify({ note: null, until: null, ...hold }),
      id,
    )

  await pay(await fee(umbrella, 1, 'Overdue and paid in part', 12000, '2026-02-01'), 2000, '2025-12-31')
  await fee(umbrella, 1, 'Due yesterday', 101, '2026-06-14')
  await fee(umbrella, 1, 'Due today', 102, '2026-06-15')
  await fee(umbrella, 1, 'Due tomorrow', 103, '2026-06-16')
  await hold(await fee(umbrella, 1, 'Deferred until today', 104, '2026-05-01'), {
    kind: 'deferred',
    until: '2026-06-15',
  })
  await hold(await fee(umbrella, 1, 'Deferred until yesterday', 105, '2026-05-01'), {
    kind: 'deferred',
    until: '2026-06-14',
  })
  await hold(await fee(umbrella, 1, 'Disputed', 106), { kind: 'disputed' })
  await pay(await fee(umbrella, 1, 'Paid in cash', 1500), 1500, '2026-02-03', 'cash')
  await pay(await fee(umbrella, 1, 'Paid last year', 1600), 1600, '2025-03-04')
  const waived = await fee(umbrella, 1, 'Waived in part', 1700)
  await pay(waived, 700, '2026-03-05')
  await done(umbrella.post(`/fees/${waived}/waiver`, { reason: 'Hardship' }))
  const refunded = await fee(umbrella, 1, 'Refunded', 1800)
  await pay(refunded, 1800, '2026-03-06')
  const refund = {
    amount: 1800,
    method: 'bank_transfer',
    paid_on: '2026-03-07',
    reason: 'Ill',
    cancels: true,
  }
  await done(umbrella.post(`/fees/${refunded}/refunds`, refund))
  for (const kind of ['mistake', 'waived'])
    await done(
      umbrella.post(`/fees/${await fee(umbrella, 1, `Cancelled: ${kind}`, 1900)}/cancellation`, {
        kind,
        reason: 'Of the office',
      }),
    )

  const settled = await fee(umbrella, 2, 'Collected', 4800)
  const returned = await fee(umbrella, 2, 'Returned', 2400, '2026-04-01')
  const first = await submitted(umbrella, [settled], '2026-05-05')
  const second = await submitted(umbrella, [returned], '2026-05-05')
  await fee(umbrella, 2, 'To be collected', 900, '2026-03-01')
  const collecting = await fee(umbrella, 2, 'Being collected', 700)
  await fee(umbrella, 3, 'Without a mandate', 300, '2026-06-14')
  await fee(umbrella, 4, 'Without an account', 400, '2026-12-31')
  await fee(umbrella, 5, 'With an account outside SEPA', 500)
  await fee(umbrella, 7, 'By mandate alone', 800)
  await fee(club, 6, 'In francs', 600)
  stopClock('2026-05-20T09:00:00Z')
  await done(umbrella.post(`/collections/${first.id}/settlement`, { settled_on: '2026-05-05' }))
  const back = { item_id: second.items[0]?.id, returned_on: '2026-05-08', reason_code: 'AM04' }
  await done(umbrella.post(`/collections/${second.id}/returns`, back))
  stopClock('2026-06-10T09:00:00Z')
  await submitted(umbrella, [collecting], '2026-06-30')
  await done(umbrella.put(`/lists/members/persons/${ids.ben}`, { bank_account: { iban: ibanOf(22) } }))
}

/** Throws unless a request did what it asks. */
async function done(request: Promise<Answer>): Promise<void> {
  const { status, text } = await request
  expect(status, text).toBeLessThan(400)
}

/** What the family does in the portal, and the mails to it. */
async function act(umbrella: Workspace, ids: Record<string, string>): Promise<void> {
  const { anna = '', ben = '' } = ids
  for (const state of ['sent', 'failed', 'waiting']) {
    const mail = await postMail(umbrella, { person_ids: [anna], subject: `Mail that is ${state}` })
    await rows('UPDATE mail_recipients SET state = ? WHERE mail_id = ?', state, mail.body.data.id)
  }
  const session: Session = await signIn(umbrella, { person_id: anna })
  for (const photos of ['false', '', 'true'])
    await done(changeCard(session, cardPath(anna, 'consents'), { photos }))
  await done(umbrella.put(`/lists/members/persons/${anna}`, { photos: false }))
  await done(changeCard(session, cardPath(anna, 'consents'), { sound: 'true' }))
  await done(changeCard(session, cardPath(anna, 'address'), { 'address.city': 'Potsdam' }))
  const MAILS = { send: async () => {} } as unknown as Queue
  const sending = { env: { PUBLIC_URL, MAILS } }
  await done(session.submit(`/portal/persons/${anna}/email`, { email: 'new@example.org' }, {}, sending))
  const other = await signIn(umbrella, { person_id: ben })
  await done(other.submit(`/portal/persons/${ben}/news`, { news: 'refused' }))
}
