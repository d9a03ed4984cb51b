import { beforeEach, describe, expect, it } from 'vitest'
import { JOIN_LIMITS } from '../../src/domain/portal/join/limits'
import type { QueuedMail } from '../../src/env'
import type { Answer } from '../support/call'
import { Browser, staffOf } from '../support/dashboard'
import { openAfter } from '../support/done'
import { APPLICATION, STATUTES } from '../support/join'
import { createPerson, deliverMails, PUBLIC_URL, setPortal } from '../support/portal'
import { operator, rows, type Workspace } from '../support/workspace'
import { answerOf } from './outline'
import { stopClock, tickingWorkspace, withoutChance } from './world'

const CONTACT = { name: 'Office', email: 'office@example.org', phone: '030 1' }
const FOREIGN = { 'Accept-Language': 'en-GB' }

let steps: string[] = []
let queued: QueuedMail[] = []
let mailed = ''
/** The last links of mails about an address, by what they are for. */
const links = new Map<string, string>()
const pathOf = (kind: 'email' | 'address'): string => links.get(kind) ?? ''

beforeEach(() => {
  stopClock()
  steps = []
  queued = []
})

const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>

/** Writes an answer down, and the mails that it queued. */
async function step(name: string, request: Promise<Answer>): Promise<Answer> {
  const answer = await request
  steps.push(`# ${name}\n${answerOf(answer, withoutCountries)}`)
  const { sent } = await deliverMails(queued)
  queued = []
  for (const { html: _, to, from, subject, replyTo, text } of sent) {
    mailed = text
    for (const [path, kind = ''] of text.matchAll(/\/portal\/wsp_\w+\/(email|address)\/[\w-]{43}/g))
      links.set(kind, path)
    steps.push(`# mail\n${withoutChance(JSON.stringify({ to, from, replyTo, subject }))}\n${hidden(text)}`)
  }
  return answer
}

const withoutCountries = (html: string) => html.replace(/<option value="[A-Z]{2}">.*?<\/option>/g, '')

/** The text of a mail without its secrets. */
const hidden = (text: string) => withoutChance(text).replace(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, '…-…')

const post = (browser: Browser, path: string, fields: Record<string, string> = {}, headers = {}) =>
  browser.submit(path, fields, { env: { PUBLIC_URL, MAILS }, headers })

const approve = async () => expect(await withoutToday(steps.join('\n\n'))).toMatchSnapshot()

/** A text without the day of the run, which the clock of the database tells. */
async function withoutToday(text: string): Promise<string> {
  const [clock] = await rows<{ seconds: number }>("SELECT unixepoch('now') AS seconds")
  const format = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' })
  return text.replaceAll(format.format(Number(clock?.seconds) * 1000), '⟨today⟩')
}

const pathIn = (pattern: RegExp) => String(pattern.exec(mailed)?.[0])

describe('signing in to the dashboard', () => {
  const CODE = '/dashboard/sign-in/code'
  let club: Workspace
  let browser: Browser

  beforeEach(async () => {
    club = await tickingWorkspace({ name: 'TSV' })
    browser = new Browser()
  })

  const codeIn = () => pathIn(/[0-9A-Z]{4}-[0-9A-Z]{4}/)

  it('goes as approved', async () => {
    await staffOf(club, 'owner', { email: 'anna@example.org' })
    await step('asks for an address', browser.get('/dashboard/sign-in?to=%2Fdashboard%2Fx'))
    await step(
      'says that one is signed out',
      browser.get('/dashboard/sign-in?signed_out=1', { headers: FOREIGN }),
    )
    await step('takes no code before', new Browser().get(CODE))
    await step('refuses what is no address', post(browser, '/dashboard/sign-in', { email: 'anna@' }))
    await step('mails to staff alone', post(browser, '/dashboard/sign-in', { email: 'ben@example.org' }))
    await step(
      'mails a code',
      post(browser, '/dashboard/sign-in?to=%2Fdashboard%2Fx', { email: ' Anna@example.org' }),
    )
    const code = codeIn()
    await step('asks for the code', browser.get(CODE))
    for (let attempt = 0; attempt < 4; attempt++)
      await step('refuses a code', post(browser, CODE, { code: '0' }))
    const signedIn = await step(
      'takes the code',
      post(browser, `${CODE}?to=%2Fdashboard%2Fx`, { code, passkeys: 'yes' }),
    )
    await step('offers a passkey', browser.get(String(signedIn.headers.get('Location'))))
    await step('leads to the only workspace', browser.get('/dashboard'))
    await step('signs out', post(browser, '/dashboard/sign-out'))
    await step('mails another code', post(browser, '/dashboard/sign-in', { email: 'anna@example.org' }))
    for (let attempt = 0; attempt < 5; attempt++) await post(browser, CODE, { code: '1' })
    await step('ends after five codes', post(browser, CODE, { code: codeIn() }))
    const stranger = new Browser()
    for (let asked = 0; asked < 5; asked++)
      await post(stranger, '/dashboard/sign-in', { email: 'kim@example.org' })
    await step('limits an address', post(stranger, '/dashboard/sign-in', { email: 'kim@example.org' }))
    for (let asked = 0; asked < 23; asked++)
      await post(stranger, '/dashboard/sign-in', { email: `${asked}@example.org` })
    await step('limits a caller', post(stranger, '/dashboard/sign-in', { email: 'new@example.org' }))
    await approve()
  })

  it('is proved again as approved', async () => {
    const owner = await staffOf(club, 'owner', {
      email: 'anna@example.org',
      provedAt: new Date('2026-06-15T11:00:00Z'),
    })
    await rows("UPDATE staff SET locale = 'en' WHERE id = ?", owner.id)
    const act = `/dashboard/${club.id}/settings/api-keys/new`
    const fields = { name: 'CRM', 'members:read': '1' }
    await step('is asked for before a page', owner.get(act))
    await step('asks by the way', owner.get(`/dashboard/prove?to=${encodeURIComponent(act)}`))
    await step('keeps a form', post(owner, act, fields))
    await rows(
      "INSERT INTO passkeys (credential_id, staff_id, public_key, counter, transports, name, created_at) VALUES ('c', ?, 'k', 0, '[]', 'n', '2026-01-01T00:00:00.000Z')",
      owner.id,
    )
    await step('offers a passkey, too', post(owner, act, fields))
    const carried = { ...fields, 'proof.act': act }
    await step('mails a code', post(owner, '/dashboard/prove', carried))
    const code = codeIn()
    await step('keeps the form where a code is wrong', post(owner, CODE, { ...carried, code: '0' }))
    await step('sends the form on', post(owner, CODE, { ...carried, code }))
    for (let asked = 0; asked < 4; asked++) await post(owner, '/dashboard/prove?to=%2Fdashboard')
    await step('limits a session', post(owner, '/dashboard/prove', carried))
    await approve()
  })

  it('chooses among workspaces and invitations as approved', async () => {
    const nobody = await staffOf(club, 'owner', { email: 'nobody@example.org' })
    await rows('DELETE FROM memberships WHERE staff_id = ?', nobody.id)
    await step('has none', nobody.get('/dashboard'))
    await rows(
      "INSERT INTO memberships (workspace_id, staff_id, role, created_at) VALUES (?, ?, 'office', '2026-01-01T00:00:00.000Z')",
      ...[club.id, nobody.id],
    )
    await step('has an invitation', nobody.get('/dashboard', { headers: FOREIGN }))
    await step('takes it', post(nobody, `/dashboard/workspaces/${club.id}/acceptance`))
    await step('opens the workspace', nobody.get('/dashboard'))
    await approve()
  })
})

describe('the applications of a club', () => {
  it('are shown as approved', async () => {
    const club = await tickingWorkspace({ name: 'TSV' })
    const owner = await staffOf(club, 'owner', { email: 'anna@example.org' })
    const treasurer = await staffOf(club, 'treasurer', { email: 'ben@example.org' })
    const person = (fields: object) =>
      createPerson(club, { name: { first_name: 'Ada', last_name: 'Byron' }, ...fields })
    const at = `/dashboard/${club.id}/applications`
    await step('are none', owner.get(at))
    await person({ membership_number: '7' })
    await person({ creation_behaviour: 'unconfirmed', email: 'ada@example.org', birthdate: '2000-02-29' })
    await step('are one, who may be a member', owner.get(at))
    await createPerson(club, { creation_behaviour: 'unconfirmed', name: { first_name: 'Kim' } })
    await step('are two', owner.get(at))
    await step('are read by others', treasurer.get(at))
    for (const told of ['rejected?count=1', 'rejected?count=2', 'confirmed?count=2', 'none'])
      await step(told, openAfter(owner, `${at} after ${told}`))
    await step('counts them on every page', owner.get(`/dashboard/${club.id}/settings`))
    await step('counts none for who decides nothing', treasurer.get(`/dashboard/${club.id}/settings`))
    await approve()
  })
})

describe('a portal that a workspace above manages', () => {
  it('is shown in the settings as approved', async () => {
    const umbrella = await tickingWorkspace({ name: 'Verband' })
    const below = { superordinate_workspace_id: umbrella.id, member_portal: { managed_by: 'superordinate' } }
    const club = await tickingWorkspace({ name: 'TSV', ...below })
    const owner = await staffOf(club, 'owner', { email: 'anna@example.org' })
    const at = `/dashboard/${club.id}/settings/portal`
    await step('without owners', owner.get(at))
    await staffOf(umbrella, 'owner', { email: 'ben@example.org' })
    await step('with an owner', owner.get(at))
    await step('cannot be left again', owner.get(`${at}/leave`))
    await step('leaves the join form to the club', owner.get(`/dashboard/${club.id}/settings/join`))
    await approve()
  })
})

describe('a portal', () => {
  let club: Workspace
  let browser: Browser

  beforeEach(async () => {
    club = await tickingWorkspace({
      name: 'TSV',
      contact: CONTACT,
      member_portal: { slug: 'tsv', sender_name: 'Kim' },
    })
    await setPortal(club, {
      functions: ['view_data', 'edit_data', 'view_fees'],
      fields: { address: 'editable', email: 'editable', name: 'editable', birthdate: 'hidden' },
    })
    browser = new Browser()
  })

  const add = (first_name: string, fields: object = {}) =>
    createPerson(club, { name: { first_name, last_name: 'Byron' }, email: 'one@example.org', ...fields })
  const ask = (email: string, headers = {}) => post(browser, '/portal/tsv', { email }, headers)
  const signIn = async () => {
    await ask('one@example.org')
    await step('mails a link', ask('one@example.org'))
    return step('opens', post(browser, pathIn(/\/portal\/tsv\/login\/[\w-]{43}/)))
  }

  it('is entered as approved', async () => {
    await add('Ada')
    for (const path of [
      '/portal',
      '/portal/none',
      '/portal/tsv',
      '/portal/tsv?signed_out=1',
      '/portal/tsv?lang=en',
    ])
      await step(path, new Browser().get(path))
    await step('knows whose it was', browser.get('/portal/tsv'))
    await step('asks to sign in', browser.get('/portal'))
    await step(
      'keeps what was sent',
      post(browser, '/portal/persons/x/edit/address', { 'address.city': 'Berlin' }),
    )
    await step('keeps nothing of an empty form', post(browser, '/portal/persons/x/edit/address'))
    await step('refuses what is no address', ask('one'))
    await step('mails to members alone', ask('nobody@example.org'))
    await step('mails a link', ask(' ONE@example.org '))
    const path = pathIn(/\/portal\/tsv\/login\/[\w-]{43}/)
    await step('shows a button', browser.get(path))
    await step('opens', post(browser, path))
    await step('signs out', post(browser, '/portal/sign-out'))
    stopClock('2026-06-16T00:00:01.000Z')
    await step('has expired', post(browser, path))
    for (let asked = 0; asked < 5; asked++) await ask('new@example.org')
    await step('limits an address', ask('new@example.org'))
    await setPortal(club, { enabled: false })
    for (const closed of ['/portal/tsv', '/portal']) await step(`closed: ${closed}`, browser.get(closed))
    await step('closed: the page of a link', browser.get(path))
    await step('closed: a link', post(browser, path))
    await step('closed: a request', ask('one@example.org'))
    await approve()
  })

  it.each([1, 2, 5, 6])('mails a link for %s members as approved', async (count) => {
    for (let index = 1; index <= count; index++) await add(`Ada ${index}`)
    await step('until tomorrow', ask('one@example.org'))
    stopClock('2026-06-15T08:59:59.999Z')
    await step('until today', ask('one@example.org', FOREIGN))
    await approve()
  })

  it('writes to former members as approved', async () => {
    const left = { leave_date: '2026-06-13' }
    const id = await add('Ada', left)
    await add('Ben', { leave_date: '2026-05-31' })
    await step('in German', ask('one@example.org'))
    await step('in English', ask('one@example.org', FOREIGN))
    const { body } = await club.post('/member_portal_sessions', { person_id: id })
    await step('with a link of before', post(browser, new URL(body.data.url).pathname))
    await approve()
  })

  it('changes an address as approved', async () => {
    const ada = await add('Ada')
    await add('Ben')
    await signIn()
    const at = `/portal/persons/${ada}/email`
    for (const email of ['', 'x']) await step(`refuses "${email}"`, post(browser, at, { email }))
    await step('takes the same', post(browser, at, { email: 'one@example.org' }))
    await step('mails to both', post(browser, at, { email: 'new@example.org' }))
    const [back, confirm] = [pathOf('address'), pathOf('email')]
    await step('waits', browser.get(`/portal/persons/${ada}`))
    await step('mails again', post(browser, `${at}/again`))
    for (let asked = 0; asked < 4; asked++) await post(browser, at, { email: `${asked}@example.org` })
    queued = []
    await step('limits the changes', post(browser, at, { email: 'more@example.org' }))
    await step('withdraws', post(browser, `${at}/withdraw`))
    await step('withdraws nothing', post(browser, `${at}/withdraw`))
    await step('says so', browser.get(`/portal/persons/${ada}?email=withdrawn`))
    for (const path of [confirm, back]) {
      await step('shows a button', new Browser().get(path))
      await step('has ended', post(new Browser(), path, { act: 'agree' }))
    }
    await rows('DELETE FROM link_requests')
    await step('mails anew', post(browser, at, { email: 'new@example.org' }))
    await step('confirms', post(new Browser(), pathOf('email')))
    await step('confirms again', post(new Browser(), pathOf('email')))
    await step('agrees', post(new Browser(), pathOf('address'), { act: 'agree' }))
    await step('takes back', post(new Browser(), pathOf('address'), { act: 'back' }))
    await step('takes back again', post(new Browser(), pathOf('address'), { act: 'back' }))
    await approve()
  })

  it('refuses forms as approved', async () => {
    const ada = await add('Ada', { address: { city: 'Berlin' } })
    await signIn()
    const at = `/portal/persons/${ada}/edit/address`
    const was = { 'was.address.city': 'Bonn', 'was.address.street': '', 'was.address.postcode': '' }
    await step(
      'of another state',
      post(browser, at, { ...was, 'was.address.country_code': '', 'address.city': 'Köln' }),
    )
    await step(
      'of a wrong country',
      post(browser, at, { 'was.address.city': 'Berlin', 'address.country_code': 'Germany' }),
    )
    await step(
      'of another card',
      post(browser, `/portal/persons/${ada}/edit/bank`, { 'bank_account.iban': 'x' }),
    )
    await step('of another person', post(browser, '/portal/persons/per_x/edit/address', {}))
    await approve()
  })

  it('takes applications as approved', async () => {
    const path = `/join/tsv`
    await step('is closed', new Browser().get(path))
    await join({ enabled: true, statutes_url: STATUTES, intro: 'Welcome' })
    await step('is open', new Browser().get(path))
    await step('invites on the entry page', new Browser().get('/portal/tsv'))
    await step('refuses an empty form', post(browser, path))
    await step(
      'refuses a wrong one',
      post(browser, path, { ...APPLICATION, email: 'x', birthdate: '2026-06-16' }),
    )
    await step('answers programs alike', post(browser, path, { ...APPLICATION, 'more.website': 'x' }))
    await step('mails a link', post(browser, path, APPLICATION))
    const link = pathIn(/\/join\/confirm\/[\w-]{43}/)
    await step('shows what was typed', new Browser().get(link))
    await join({ enabled: false })
    for (const method of ['GET', 'POST']) await step(`closed meanwhile: ${method}`, opened(method, link))
    await join({ enabled: true })
    await step('confirms', opened('POST', link))
    for (const method of ['GET', 'POST']) await step(`again: ${method}`, opened(method, link))
    for (let sent = 1; sent < JOIN_LIMITS.addressDay; sent++) await post(browser, path, APPLICATION)
    queued = []
    await step('limits an address', post(browser, path, APPLICATION))
    await step('limits it in English', post(browser, path, APPLICATION, FOREIGN))
    await step('is unknown', new Browser().get(`/join/confirm/${'x'.repeat(43)}`))
    await approve()
  })

  const join = (join_form: object) => operator('PATCH', `/operator/workspaces/${club.id}`, { join_form })
  const opened = (method: string, path: string) =>
    method === 'GET' ? new Browser().get(path) : post(new Browser(), path)
})
