import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { earliestCollectionDate } from '../../src/domain/collections/target-days'
import { todayIn } from '../../src/domain/shared/dates'
import type { QueuedMail } from '../../src/env'
import { call } from '../support/call'
import { runCron } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { CREDITOR, setDay } from '../support/direct-debits'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { APPLICATION, applyTo, FAMILY, joinable } from '../support/join'
import { deliverMails as deliverMailing, postMail } from '../support/mails'
import { deliverMails, PUBLIC_URL, signIn, submit } from '../support/portal'
import { runs, UNHURRIED } from '../support/runs'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const MAX_FAMILY = 8
const DAY = 86_400_000
const IBANS = [1, 2, 3].map(ibanOf)

/** A club with its office, and the links that were mailed and not opened yet. */
type World = {
  club: Workspace
  slug: string
  links: string[]
  references: Map<string, string>
}

/** An act, which picks what it is about by a number. It may be refused. */
type Act = (world: World, n: number) => Promise<void>

type Member = { id: string; area: string; payer_id: string | null }

afterEach(() => vi.useRealTimers())

const today = () => todayIn('Europe/Berlin', new Date())

const membersIn = (club: Workspace, area: string) =>
  rows<Member>(
    "SELECT * FROM persons WHERE workspace_id = ? AND list_id = 'members' AND area = ? ORDER BY id",
    ...[club.id, area],
  )

const picked = <One>(all: One[], n: number): One | undefined => all[n % Math.max(1, all.length)]

/** Answers that no fault gives. */
function expectAnswered({ status, text }: { status: number; text: string }): void {
  expect(status, text).toBeLessThan(500)
}

/** Runs what sends forms, and keeps the links of the mails that it queues. */
async function collecting(world: World, act: (env: object) => Promise<{ status: number; text: string }>) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  expectAnswered(await act({ PUBLIC_URL, MAILS }))
  await deliver(world, queued)
}

async function deliver(world: World, queued: QueuedMail[]): Promise<void> {
  const { sent } = await deliverMails(queued)
  for (const { text } of sent)
    world.links.push(
      ...(text.match(/\/(?:join\/confirm|portal\/[\w-]+\/(?:mandate|resign))\/[\w-]{43}/g) ?? []),
    )
}

/** Applies alone, as a minor, as a family, or as a parent who becomes no member; from one of two addresses. */
const apply: Act = async (world, n) => {
  const { 'family.joins': _, ...parentOnly } = FAMILY
  const guardian = {
    'guardian.name.first_name': 'Mia',
    'guardian.name.last_name': 'Lovelace',
    'guardian.email': 'mia@example.org',
    'consent.custody': '1',
    'consent.pays': '1',
  }
  const forms = [APPLICATION, FAMILY, parentOnly, { ...APPLICATION, birthdate: '2012-01-01', ...guardian }]
  const account = { payment_method: 'direct_debit', 'bank_account.iban': String(picked(IBANS, n)) }
  const email = n % 3 === 0 ? 'other@example.org' : APPLICATION.email
  const { answer, queued } = await applyTo(world.slug, {
    ...picked(forms, n),
    email,
    ...(n % 2 ? account : {}),
  })
  expectAnswered(answer)
  await deliver(world, queued)
}

/** Opens the link of a mail, and presses its button: what an application shows is what it stores. */
const follow: Act = async (world, n) => {
  const [link = ''] = world.links.splice(n % Math.max(1, world.links.length), 1)
  if (!link) return
  const page = await call('GET', link)
  expectAnswered(page)
  const before = new Set((await rows<{ id: string }>('SELECT id FROM persons')).map(({ id }) => id))
  await collecting(world, (env) => submit(link, formValues(page.text), { env }))
  const shown = textOf(page.text)
  for (const { id, first_name, last_name, iban } of await rows<Record<string, string | null>>(
    "SELECT id, first_name, last_name, bank_account ->> 'iban' AS iban FROM persons",
  )) {
    if (before.has(String(id))) continue
    expect(shown).toContain(`${first_name} ${last_name}`)
    if (iban) expect(shown).toContain(iban.slice(-4))
  }
}

/** Decides up to eight applications at once, as their page proposes it. */
const decide =
  (decision: 'confirm' | 'reject'): Act =>
  async ({ club }, n) => {
    // A session ends while days go by.
    const office = await staffOf(club, 'owner')
    const applicants = (await membersIn(club, 'applications')).slice(n % 3, (n % 3) + 1 + (n % MAX_FAMILY))
    const query = new URLSearchParams(applicants.map(({ id }) => ['id', id]))
    const path = `/dashboard/${club.id}/applications/${decision}`
    const page = await office.get(`${path}?${query}`)
    expectAnswered(page)
    const [, choice] = picked([...page.text.matchAll(/name="choice" value="(\w+)"/g)], n) ?? []
    const form: [string, string][] = formValues(page.text).filter(([name]) => name !== 'choice')
    expectAnswered(await office.submit(path, choice ? [...form, ['choice', choice]] : form))
  }

/** Does something in the portal as one of the members. */
const inPortal =
  (path: (id: string) => string, fields: (n: number) => Record<string, string>): Act =>
  async (world, n) => {
    const { club } = world
    const member = picked(await membersIn(club, 'regular'), n)
    if (!member) return
    const link = await club.post('/member_portal_sessions', { person_id: member.id })
    if (link.status !== 201) return
    const session = await signIn(club, { person_id: member.id })
    await collecting(world, (env) => session.submit(path(member.id), fields(n), {}, { env }))
  }

const grant = inPortal(
  (id) => `/portal/persons/${id}/mandate`,
  (n) => ({
    holder: n % 4 === 0 ? 'Byron King' : 'Ada Lovelace',
    iban: String(picked(IBANS, n)),
    agreed: '1',
    text_version: '2026-11-de',
  }),
)
const withdraw = inPortal(
  (id) => `/portal/persons/${id}/mandate/withdrawal`,
  () => ({}),
)
const resign = inPortal(
  (id) => `/portal/persons/${id}/resign`,
  () => ({ leave_date: `${today().slice(0, 4)}-12-31` }),
)

/** Changes a member by the API. */
const change =
  (fields: (n: number) => object): Act =>
  async ({ club }, n) => {
    const member = picked(await membersIn(club, 'regular'), n)
    if (member) expectAnswered(await club.put(`${PERSONS}/${member.id}`, fields(n)))
  }

const amend = change((n) => ({ bank_account: { iban: picked(IBANS, n) } }))
const edit = change((n) => ({
  email: n % 2 ? 'new@example.org' : null,
  birthdate: n % 3 ? '1990-01-01' : '2015-01-01',
}))
const die = change(() => ({ leave_date: today(), leave_reason: 'deceased' }))

/** Collects a fee of a member to some end, once what was given online has rested. */
const collect: Act = async ({ club }, n) => {
  vi.setSystemTime(Date.now() + DAY)
  const member = picked(await membersIn(club, 'regular'), n)
  if (!member) return
  const claimed = await club.post('/fees', {
    data: [{ amount: 100, description: 'Fee', person_id: member.id }],
  })
  expectAnswered(claimed)
  if (claimed.status !== 201) return
  const released = await club.post('/collections', {
    fee_ids: [claimed.body.data[0].id],
    collection_date: earliestCollectionDate(today(), 14),
  })
  expectAnswered(released)
  if (released.status !== 201 || n % 4 === 0) return
  const { id, collection_date, items } = released.body.data
  const path = `/collections/${id}`
  if (n % 4 === 1) return expectAnswered(await club.post(`${path}/discard`, { reason: 'x' }))
  expectAnswered(await club.post(`${path}/submission`, undefined))
  setDay(collection_date)
  if (n % 4 === 2) return expectAnswered(await club.post(`${path}/settlement`, { settled_on: today() }))
  const returned = { item_id: items[0].id, returned_on: today(), reason_code: 'AM04' }
  expectAnswered(await club.post(`${path}/returns`, returned))
}

const remove: Act = async ({ club }, n) => {
  const member = picked(await membersIn(club, 'regular'), n)
  if (member) expectAnswered(await club.delete(`${PERSONS}/${member.id}`))
}

const merge: Act = async ({ club }, n) => {
  const members = await membersIn(club, 'regular')
  const [kept, gone] = [picked(members, n), picked(members, n + 1)]
  if (!kept || !gone || kept.id === gone.id) return
  const take = n % 2 ? ['bank_account', 'sepa_mandate'] : []
  expectAnswered(await club.post(`${PERSONS}/${kept.id}/merge`, { from: gone.id, take }))
}

/** Mails all members: nobody who has died. */
const mail: Act = async ({ club }) => {
  const dead = await rows<{ id: string }>(
    "SELECT id FROM persons WHERE workspace_id = ? AND leave_reason = 'deceased'",
    club.id,
  )
  const { queued, body, status, text } = await postMail(club, { filter: {} })
  expectAnswered({ status, text })
  await deliverMailing(queued)
  const reached = await rows<{ person_id: string }>(
    "SELECT person_id FROM mail_recipients WHERE mail_id = ? AND state = 'sent'",
    body.data?.id ?? null,
  )
  for (const { id } of dead) expect(reached).not.toContainEqual({ person_id: id })
}

const wait =
  (days: number): Act =>
  async () => {
    vi.setSystemTime(Date.now() + days * DAY)
    await runCron(new Date(new Date().setUTCHours(3, 17)), { PUBLIC_URL })
  }

const ACTS = {
  ...{
    apply,
    follow,
    confirm: decide('confirm'),
    reject: decide('reject'),
    grant,
    withdraw,
    resign,
    amend,
    edit,
  },
  ...{ die, collect, remove, merge, mail, waitADay: wait(1), waitLong: wait(15) },
}

const WEIGHTS: Record<keyof typeof ACTS, number> = {
  ...{ apply: 5, follow: 7, confirm: 5, reject: 1, grant: 4, withdraw: 2, resign: 2, amend: 2, edit: 2 },
  ...{ die: 1, collect: 4, remove: 1, merge: 1, mail: 1, waitADay: 3, waitLong: 1 },
}

const NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[]

const sequences = fc.array(
  fc.tuple(
    fc.oneof(...NAMES.map((name) => ({ arbitrary: fc.constant(name), weight: WEIGHTS[name] }))),
    fc.nat(40),
  ),
  { minLength: 20, maxLength: 60, size: 'max' },
)

/** A family that has joined, so that acts meet members. */
const BEGINNING = [
  ['apply', 1],
  ['follow', 0],
  ['confirm', 6],
  ['grant', 0],
] satisfies [keyof typeof ACTS, number][]

/** What holds after each act, beside the invariants of the books. */
async function expectSound({ club, references }: World): Promise<void> {
  await expectSoundBooks(club.id)
  // A minor who came by the form has a guardian until an event says otherwise.
  expect(
    await rows(`
      SELECT id FROM persons WHERE list_id = 'members' AND application_id IS NOT NULL AND guardian_id IS NULL
        AND birthdate = '2012-01-01' AND NOT EXISTS (
          SELECT 1 FROM events WHERE subject_id = persons.id AND action IN ('person.guardianship_ended', 'person.merged'))`),
  ).toEqual([])
  // No reference goes to another person, unless the two were merged. One that proves no debit is deleted with its person, whose
  // membership number the next one may get.
  for (const { reference_key, person_id } of await rows<Record<string, string>>(
    'SELECT * FROM mandates WHERE workspace_id = ?',
    club.id,
  )) {
    const before = references.get(String(reference_key)) ?? person_id
    const isDeleted = (await rows('SELECT 1 FROM persons WHERE id = ?', before)).length === 0
    if (before !== person_id && !isDeleted)
      expect(
        await rows("SELECT 1 FROM events WHERE action = 'person.merged' AND subject_id = ?", person_id),
      ).not.toEqual([])
    references.set(String(reference_key), String(person_id))
  }
}

let clubs = 0

it('joins, collects and leaves soundly in any order of acts', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      setDay('2026-03-02')
      const slug = `tsv-${clubs++}`
      const club = await joinable(
        { fields: { bank_account: 'optional', payment_method: 'optional' } },
        {
          creditor: CREDITOR,
          member_portal: {
            slug,
            functions: ['view_data', 'edit_data', 'view_fees', 'grant_mandate', 'resign'],
            fields: { payment_method: 'editable', bank_account: 'editable' },
          },
        },
      )
      const world: World = {
        club,
        slug,
        links: [],
        references: new Map(),
      }
      for (const [name, n] of [...BEGINNING, ...sequence]) {
        vi.setSystemTime(Date.now() + 61_000)
        await ACTS[name](world, n)
        await expectSound(world)
      }
    }),
    runs(25),
  )
})
