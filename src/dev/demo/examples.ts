import { type Collection, collectedSql, type RunSql, release, type Send } from '../release.ts'
import { statementXml } from '../statement.ts'
import { inDays } from './days.ts'
import { CLUB_IBAN, COLLECTED } from './money.ts'

/** Sends a file to the API: XML, or CSV. */
export type SendFile = (path: string, text: string, type?: 'text/csv') => Promise<unknown>

/**
 * Adds to the demo what the examples of the API reference are about beyond its money: a settled collection without a
 * return, a submitted one with a return, two bank statements with a line in each state, a closed year, a mail, an import that
 * was run, a draft of one, dues of a member whose plan says otherwise since, and an endpoint of webhooks.
 * `balance` is what the bank has, in cents; returns what it has afterwards.
 */
export async function fillExamples(
  { send, sendFile, runSql }: { send: Send; sendFile: SendFile; runSql: RunSql },
  balance: number,
): Promise<number> {
  const course = await submitCourse(send)
  const camp = await submitCamp(send)
  await runSql(collectedSql([course.id], inDays(COLLECTED)) + collectedSql([camp.id], inDays(-3)))
  await send('POST', `/collections/${course.id}/settlement`, { settled_on: inDays(COLLECTED) })
  const closed = camp.items.find(({ debtor_name }) => debtor_name.includes('de Vries'))
  await send('POST', `/collections/${camp.id}/returns`, {
    item_id: closed?.id,
    returned_on: inDays(-1),
    reason_code: 'AC04',
  })
  await send('POST', '/mails', {
    list: 'members',
    kind: 'official',
    subject: 'Einladung zur Jahreshauptversammlung',
    body: '{{salutation}},\n\nwir laden herzlich ein. Zum Portal: {{portal_link}}',
    filter: { external_id: 'm-1001' },
  })
  const [bank] = await send<{ id: string; opening_on: string; opening_amount: number }[]>('GET', '/accounts')
  await send('PUT', `/accounts/${bank?.id}/balances/${bank?.opening_on}`, { balance: bank?.opening_amount })
  await send('POST', `/years/${Number(bank?.opening_on.slice(0, 4)) - 2}/closing`)
  let closing = balance + course.amount
  for (const bookings of STATEMENTS) {
    await sendFile(`/accounts/${bank?.id}/statements`, statementXml(CLUB_IBAN, closing, bookings))
    closing += bookings.reduce((sum, { amount }) => sum + amount, 0)
  }
  const lines = await send<{ id: string; text: string }[]>('GET', '/bank_lines?per_page=100')
  const lineIdOf = (word: string) => lines.find(({ text }) => text.includes(word))?.id
  const grant = { text: 'Zuschuss für die Jugend', costunit_name: 'Handball', sphere: 'ideal' }
  const rule = { party_name: 'Wasserwerk Lindental', sign: 'out', text: 'Wasser', sphere: 'ideal' }
  await send('POST', '/booking_rules', rule)
  await send('POST', '/bank_line_bookings', {
    data: [{ bank_line_id: lineIdOf('Zuschuss'), booking: grant }],
  })
  await send('POST', `/bank_lines/${lineIdOf('Testüberweisung')}/ignoring`, {
    reason: 'Gehört nicht dem Verein',
  })
  await payUnbooked(send, runSql)
  await importLists(send, sendFile)
  await claimDues(send)
  await runSql(RESIGNATION)
  await addEndpoint(send, runSql)
  return closing
}

const STATEMENTS = [
  [
    { date: inDays(-16), amount: 50_000, name: 'Stadt Lindental', text: 'Zuschuss Jugend' },
    { date: inDays(-15), amount: 100, name: 'Bank', text: 'Testüberweisung' },
  ],
  [{ date: inDays(-14), amount: -4_500, name: 'Gemeinde Neustadt', text: 'Raummiete' }],
]

/** Claims the dues of a member for next year, and cancels the fee: what the plan says is not claimed any more. */
async function claimDues(send: Send): Promise<void> {
  const [plan] = await send<{ id: string }[]>('GET', '/dues_plans')
  const person = await send<{ id: string }>('GET', '/lists/members/persons/m-1001')
  const dues = { plan_id: plan?.id, period: '2027', person_ids: [person.id] }
  const run = await send<{ id: string }>('POST', '/dues_runs', dues)
  const [part] = await send<{ fee_id: string }[]>('GET', `/dues_runs/${run.id}/parts`)
  const mistake = { kind: 'mistake', reason: 'Wurde schon bar bezahlt' }
  await send('POST', `/fees/${part?.fee_id}/cancellation`, mistake)
}

/** Runs an import that changes nobody, and leaves a draft of another. */
async function importLists(send: Send, sendFile: SendFile): Promise<void> {
  await sendFile('/lists/members/imports?file_name=vorstand.csv', KNOWN, 'text/csv')
  const [known] = await send<{ id: string }[]>('GET', '/lists/members/imports')
  const { mark } = await send<{ mark: string }>('GET', `/imports/${known?.id}`)
  await send('POST', `/imports/${known?.id}/run`, { mark })
  await sendFile('/lists/members/imports?file_name=probetraining.csv', TRIALS, 'text/csv')
}

const KNOWN = `external_id;name.last_name;name.first_name
m-1001;Vogt;Ingrid
`

const TRIALS = `Name;Vorname;Straße;geb. am;PLZ;Ort;eMail
Adler;Mara;Uferweg 3;4.5.2011;12345;Lindental;mara.adler@example.org
Busch;Emil;Am Markt 7;31.2.2010;12345;Lindental;keine
`

/** A resignation that waits for the office. */
const RESIGNATION = `
INSERT INTO resignations (workspace_id, id, person_id, leave_date, note, sent_at, sent_by, state, expires_at, confirmed_at)
SELECT workspace_id, 'rsg_0000000000000000Resigned', id, '${inDays(0).slice(0, 4)}-12-31', 'Umzug nach Köln', '${inDays(-1)}T09:00:00.000Z', id,
  'confirmed', '${inDays(1)}T09:00:00.000Z', '${inDays(-1)}T09:30:00.000Z'
FROM persons WHERE list_id = 'members' AND external_id = 'm-1002';
`

/** Adds an endpoint that is paused, since nobody receives, with a delivery that failed and was taken afterwards. */
async function addEndpoint(send: Send, runSql: RunSql): Promise<void> {
  const { id } = await send<{ id: string }>('POST', '/webhook_endpoints', {
    url: 'https://crm.example.org/hooks',
    description: 'CRM',
    events: ['person.*', 'fee.*'],
  })
  await send('PATCH', `/webhook_endpoints/${id}`, { state: 'paused' })
  await runSql(attemptsSql(id))
}

const attemptsSql = (endpoint: string): string =>
  [
    { id: 'wha_0000000000000000Refused1', time: '09:00:00', status: 503, answer: "'Maintenance'" },
    { id: 'wha_0000000000000000Taken001', time: '09:00:05', status: 204, answer: 'NULL' },
  ]
    .map(
      ({ id, time, status, answer }) => `
INSERT INTO webhook_attempts (workspace_id, endpoint_id, id, delivery_id, first, last, type, at, status, milliseconds, answer)
SELECT workspace_id, '${endpoint}', '${id}', '${endpoint}_' || printf('%012d_%012d', number, number), number, number, action,
  '${inDays(-1)}T${time}.000Z', ${status}, 180, ${answer}
FROM events WHERE action = 'person.created' ORDER BY number LIMIT 1;
`,
    )
    .join('')

/** Pays fees as an earlier version did: a payment that waits to be booked, and one that is left out of the book. */
async function payUnbooked(send: Send, runSql: RunSql): Promise<void> {
  const fees = await send<{ id: string }[]>('POST', '/fees', {
    data: UNBOOKED.map((external_id) => ({
      person_external_id: 'm-1004',
      external_id,
      amount: 2500,
      description: 'Vereinsshirt',
    })),
  })
  const payments = await send<{ id: string }[]>('POST', '/payments', {
    data: fees.map(({ id }) => ({
      fee_id: id,
      amount: 2500,
      method: 'other',
      set_off: true,
      paid_on: inDays(-10),
    })),
  })
  const ids = payments.map(({ id }) => `'${id}'`).join(', ')
  await runSql(`UPDATE payments SET booking = NULL WHERE id IN (${ids});\n`)
  await send('POST', `/payments/${payments[1]?.id}/booking`, { reason: 'Steht im Buch der Abteilung' })
}

const UNBOOKED = ['shirt-2026-m-1004', 'second-shirt-2026-m-1004']

/** Submits a collection for a course. */
async function submitCourse(send: Send): Promise<Collection> {
  const [fee] = await send<{ id: string }[]>('POST', '/fees', {
    data: [
      {
        person_external_id: 'm-1004',
        external_id: 'course-2026-m-1004',
        amount: 4000,
        description: 'Übungsleiterkurs',
        attached_expense: { costunit_name: 'Handball', sphere: 'ideal' },
      },
    ],
  })
  return submit(send, [String(fee?.id)])
}

/** Submits a collection for a training camp. */
async function submitCamp(send: Send): Promise<Collection> {
  const fees = await send<{ id: string }[]>('POST', '/fees', {
    data: ['m-1001', 'm-1003', 'm-1006'].map((person) => ({
      person_external_id: person,
      external_id: `camp-2026-${person}`,
      amount: 3500,
      description: 'Trainingslager',
      due_on: inDays(21),
    })),
  })
  return submit(
    send,
    fees.slice(0, 2).map(({ id }) => id),
  )
}

async function submit(send: Send, feeIds: string[]): Promise<Collection> {
  const collection = await release(send, feeIds)
  await send('POST', `/collections/${collection.id}/submission`)
  return collection
}
