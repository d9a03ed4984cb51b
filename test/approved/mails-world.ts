import { expect, vi } from 'vitest'
import { ALL_OCCASIONS, type Occasion } from '../../src/domain/mails/rules/occasions'
import { type Staff, staffOf } from '../support/dashboard'
import { CREDITOR, payer } from '../support/direct-debits'
import { deliverMails, postMail, type SentMail, serviceError } from '../support/mails'
import { createPerson } from '../support/portal'
import { mailsAt, switchOn } from '../support/rules'
import { emptyStorage } from '../support/storage'
import { rows, type Workspace, workspace } from '../support/workspace'
import { moveInstants, stopClock, ticking, tickOnce } from './world'

const TODAY = '2026-06-15'
/** A body with every placeholder that a mail may have, and all that Markdown offers. */
const EVERYTHING = `# {{salutation}}

{{first_name}} | {{nachname}} | {{name}} | {{mitgliedsnummer}} | {{Verein}} | {{open_amount}}
{{iban_ending}} / {{shirt}} / {{nobody}}

{{beitraege}}

{{transfer}}

- one **bold** and *slanted*
- [x] two ~~gone~~ \`code\`

7) not a list
1. first
3. third

> quoted [link](https://example.org/a?b=1&c=2) ![picture](https://example.org/p.png)

---`

const PORTAL = '\n\n[Your portal]({{portal_link}})\n\nSee {{portal_link}}.'

export type MailSettings = {
  locale?: string
  contact?: null
  member_portal: { enabled: boolean; [setting: string]: unknown }
}

export type MailClub = Awaited<ReturnType<typeof createMailClub>>

/** A workspace whose mails are in every state, to persons of every kind. */
export async function createMailClub(settings: MailSettings) {
  await emptyStorage()
  stopClock()
  const { member_portal } = settings
  const club = ticking(
    await workspace({
      creditor: CREDITOR,
      contact: {
        name: 'Emmy Noether',
        email: 'office@example.org',
        phone: '+49 30 1815',
        imprint_url: 'https://example.org/imprint',
        privacy_url: 'https://example.org/privacy',
      },
      ...settings,
    }),
  )
  const staff = await staffOf(club, 'owner', { email: 'writer@example.org' })
  const persons = await createPersons(club)
  const fees = await createFees(club, persons)
  const drafts = await createDrafts(club, staff, persons)
  const automatic: SentMail[] = []
  for (const [index, occasion] of ALL_OCCASIONS.entries()) {
    stopClock()
    await switchOn(club, occasion)
    await happen(club, persons)[occasion]?.()
    automatic.push(...(await mailsAt(`2026-06-16T09:17:${10 + index}Z`)))
  }
  stopClock()
  const sent = await createSent(club, persons, member_portal.enabled)
  await moveInstants()
  return { club, staff, persons, fees, drafts, ...sent, automatic }
}

async function createPersons(club: Workspace) {
  for (const [list, more] of [
    ['members', [{ name: 'Rufname', type: 'string', external_id: 'vorname' }]],
    ['contacts', []],
  ] as const)
    await club.put(`/lists/${list}/custom_columns`, {
      data: [
        { name: 'Shirt', type: 'string', external_id: 'shirt' },
        { name: 'Nobody', type: 'date', external_id: 'nobody' },
        { name: 'Since', type: 'integer' },
        ...more,
      ],
    })
  const add = (first_name: string | null, fields: object = {}, list = 'members') =>
    createPerson(
      club,
      {
        ...(first_name && {
          name: { first_name, last_name: 'Lovelace' },
          email: `${first_name}@example.org`,
        }),
        ...fields,
      },
      list,
    )
  // No door takes a birthdate that is still to come.
  const bornToday = async (id: string) => {
    await rows(`UPDATE persons SET birthdate = '2026-06-16' WHERE id = ?`, id)
    return id
  }
  const { bank_account, sepa_mandate } = payer(1815)
  return {
    ada: await add('Ada', {
      membership_number: '1815',
      birthdate: '1985-06-16',
      join_date: '2021-06-16',
      shirt: 'M',
      bank_account,
      sepa_mandate,
    }),
    ben: await bornToday(await add('Ben', { email: 'ADA@example.org', join_date: '2025-06-16' })),
    cleo: await add('Cleo', {
      name: { first_name: 'Cleo' },
      birthdate: '1990-06-15',
      join_date: '2023-06-16',
    }),
    dan: await add(null, { name: { first_name: '<i>Dan' } }),
    eve: await add('Eve'),
    finn: await add('Finn', { name: { last_name: 'Fuchs' }, birthdate: '1990-06-16' }),
    gwen: await add('Gwen', { creation_behaviour: 'unconfirmed' }),
    hana: await add('Hana', { leave_date: '2026-06-14', birthdate: '1990-06-16' }),
    ines: await add('Ines', { join_date: '2026-06-16', leave_date: '2026-06-16', birthdate: '1991-06-16' }),
    kim: await add('Kim'),
    lara: await add('Lara'),
    ivo: await add('Ivo', { shirt: 'XL' }, 'contacts'),
    jo: await add('Jo', { email: 'ada@example.org' }, 'contacts'),
  }
}

type Persons = Awaited<ReturnType<typeof createPersons>>

/** Fees on all sides of what is reminded of: a day before and on the day, each level, held, paid, and of persons without mail. */
async function createFees(club: Workspace, persons: Persons) {
  const fee = async (person: string, fields: object = {}) => {
    const { body } = await club.post('/fees', {
      data: [{ amount: 4500, description: 'Annual fee', due_on: '2026-05-01', person_id: person, ...fields }],
    })
    return body.data[0].id as string
  }
  const fees = {
    ada: await fee(persons.ada),
    locker: await fee(persons.ada, { amount: 1, description: 'Locker' }),
    onTheDay: await fee(persons.ben, { due_on: '2026-06-08', description: 'On the day' }),
    dayBefore: await fee(persons.kim, { due_on: '2026-06-09', description: 'A day too early' }),
    once: await fee(persons.cleo, { description: 'Reminded once' }),
    twice: await fee(persons.cleo, { description: 'Reminded twice', amount: 200 }),
    atNight: await fee(persons.ben, { description: 'Reminded before midnight UTC' }),
    thrice: await fee(persons.finn, { description: 'Reminded thrice' }),
    noAddress: await fee(persons.dan),
    blocked: await fee(persons.eve),
    applicant: await fee(persons.gwen),
    deferred: await fee(persons.ines, { description: 'Deferred' }),
    wasDeferred: await fee(persons.ines, { description: 'Was deferred' }),
    disputed: await fee(persons.ines, { description: 'Disputed' }),
    undated: await fee(persons.ines, { due_on: null, description: 'Undated' }),
    paid: await fee(persons.ines, { description: 'Paid' }),
    contact: await fee(persons.ivo),
    shared: await fee(persons.jo, { description: 'Hall' }),
    gone: await fee(persons.lara),
  }
  for (const n of [1, 2, 3, 4, 5, 6, 7])
    await fee(persons.kim, { description: `Course ${n}`, amount: n * 100 })
  const remind = async (id: string, person: string, dates: string[]) => {
    for (const [index, date] of dates.entries())
      await rows(
        'INSERT INTO reminders (workspace_id, fee_id, level, person_id, mail_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        ...[
          club.id,
          id,
          index + 1,
          person,
          'mai_none',
          `${date.includes('T') ? date : `${date}T10:00`}:00.000Z`,
        ],
      )
  }
  await remind(fees.once, persons.cleo, ['2026-06-01'])
  await remind(fees.twice, persons.cleo, ['2026-05-10', '2026-06-01'])
  await remind(fees.atNight, persons.ben, ['2026-06-01T22:30'])
  await remind(fees.thrice, persons.finn, ['2026-05-01', '2026-05-15', '2026-06-01'])
  const hold = (id: string, held: object) =>
    rows('UPDATE fees SET reminder_hold = ? WHERE id = ?', JSON.stringify(held), id)
  await hold(fees.deferred, { kind: 'deferred', until: TODAY, note: null })
  await hold(fees.wasDeferred, { kind: 'deferred', until: '2026-06-14', note: 'Soon' })
  await hold(fees.disputed, { kind: 'disputed', until: null, note: null })
  await club.post('/payments', {
    data: [{ fee_id: fees.paid, amount: 4500, paid_on: TODAY, method: 'cash' }],
  })
  await club.delete(`/lists/members/persons/${persons.lara}`)
  await rows(
    "INSERT INTO blocked_addresses VALUES (?, 'eve@example.org', 'undeliverable', '2026-01-01T00:00:00.000Z')",
    club.id,
  )
  await rows(
    'INSERT INTO news_refusals VALUES (?, ?, ?)',
    ...[club.id, persons.finn, '2026-01-01T00:00:00.000Z'],
  )
  return fees
}

/** What automatic mails are about that is no date. */
const happen = (
  club: Workspace,
  { ada, ben, gwen }: Persons,
): Partial<Record<Occasion, () => Promise<void>>> => {
  const claim = async (person_id: string, fields: object = {}) => {
    const { body } = await club.post('/fees', {
      data: [{ person_id, amount: 2050, description: 'Boat', due_on: '2026-07-31', ...fields }],
    })
    return body.data[0].id as string
  }
  return {
    async application_confirmed() {
      await club.post(`/lists/members/persons/${gwen}/confirmation`, undefined)
    },
    async fee_claimed() {
      await claim(ben)
    },
    async debit_announced() {
      const fees = [await claim(ada), await claim(ada, { amount: 500, description: 'Locker 2' })]
      const { status, text } = await club.post('/collections', {
        fee_ids: fees,
        collection_date: '2026-07-01',
      })
      expect(status, text).toBe(201)
    },
    async payment_received() {
      const fee_id = await claim(ben)
      await club.post('/payments', { data: [{ fee_id, amount: 2050, paid_on: TODAY, method: 'cash' }] })
    },
  }
}

async function createDrafts(club: Workspace, staff: Staff, persons: Persons) {
  const save = async (fields: Record<string, string> | [string, string][]) => {
    const given: [string, string][] = [
      ['list', 'members'],
      ...(Array.isArray(fields) ? fields : Object.entries(fields)),
    ]
    tickOnce()
    const { status, text, headers } = await staff.submit(`/dashboard/${club.id}/mails`, given)
    expect(status, text).toBe(303)
    return String(headers.get('Location')).split('/').at(-1) ?? ''
  }
  const ids = (...chosen: (keyof Persons)[]) => chosen.map((name): [string, string] => ['id', persons[name]])
  const text: [string, string][] = [
    ['subject', 'Hello'],
    ['body', 'Hello'],
  ]
  return {
    everything: await save({
      subject: 'To {{name}}',
      body: EVERYTHING + PORTAL,
      kind: 'official',
      query: 'status=all',
    }),
    news: await save([
      ...ids('ada', 'ben', 'finn'),
      ['subject', 'News'],
      ['body', '{{anrede}}'],
      ['kind', 'news'],
    ]),
    contacts: await save({ list: 'contacts', subject: 'Contacts', body: '{{shirt}}', query: '' }),
    narrowed: await save({
      ...Object.fromEntries(text),
      query: 'status=former&filter[email][contains]=example&search=ha',
    }),
    broken: await save({ ...Object.fromEntries(text), query: 'filter[nothing][is]=x' }),
    nobody: await save([...ids('dan'), ...text]),
  }
}

const ERRORS: Record<string, string> = {
  'Cleo@example.org': 'E_RECIPIENT_SUPPRESSED',
  'Kim@example.org': 'E_VALIDATION_ERROR',
  'Ines@example.org': 'E_CONTENT_TOO_LARGE',
  'Finn@example.org': 'E_RATE_LIMIT_EXCEEDED',
}

/** Mails that are sent, partly sent, stopped, and without an answer. */
async function createSent(club: Workspace, persons: Persons, hasPortal: boolean) {
  const mails: SentMail[] = []
  const send = async (mail: object, service: (mail: SentMail) => Error | undefined = () => undefined) => {
    const { status, text, body, queued } = await postMail(club, mail)
    expect(status, text).toBe(201)
    const { sent } = await deliverMails(queued, { service, bindings: { MAIL_FROM: 'mail@example.org' } })
    mails.push(...sent)
    return body.data.id as string
  }
  const failing = ({ to }: SentMail) => (ERRORS[to] ? serviceError(ERRORS[to]) : undefined)
  const done = await send({
    kind: 'news',
    subject: 'To {{name}}',
    body: '{{anrede}},\n\n{{verein}}',
    filter: {},
  })
  const personal = await send({
    body: hasPortal ? EVERYTHING + PORTAL : EVERYTHING,
    person_ids: [persons.ada, persons.ben, persons.cleo, persons.ines],
  })
  const contacts = await send({ list: 'contacts', body: '{{shirt}}', filter: { shirt: 'XL' } })
  const failed = await send({ subject: 'Partly', filter: {} }, failing)
  await rows("DELETE FROM blocked_addresses WHERE address LIKE 'cleo%'")
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const handedOver = await send({ subject: 'Unknown', filter: {} }, ({ to }) =>
    to === 'Cleo@example.org' || to === 'Kim@example.org' ? new Error('The service is away.') : undefined,
  )
  log.mockRestore()
  const at = async (person: string, instant: string) =>
    rows(
      'UPDATE mail_recipients SET at = ? WHERE mail_id = ? AND person_id = ?',
      ...[instant, handedOver, person],
    )
  await at(persons.cleo, '2000-01-01T00:00:00.000Z')
  await at(persons.kim, '2999-01-01T00:00:00.000Z')
  const { body: waiting, queued } = await postMail(club, {
    subject: 'Waiting',
    filter: { shirt: 'M' },
    status: 'all',
  })
  const { body: stopped } = await postMail(club, {
    subject: 'Stopped',
    person_ids: [persons.ada, persons.hana, persons.kim],
  })
  await club.post(`/mails/${stopped.data.id}/stop`, undefined)
  return {
    mails: {
      done,
      personal,
      contacts,
      failed,
      handedOver,
      waiting: waiting.data.id,
      stopped: stopped.data.id,
    },
    ranges: queued,
    written: mails,
  }
}
