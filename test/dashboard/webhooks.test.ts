import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HeardAction } from '../../src/dashboard/settings/webhooks/event-texts'
import { AREAS } from '../../src/dashboard/settings/webhooks/event-texts'
import { addDays, todayIn } from '../../src/domain/shared/dates'
import { HEARD } from '../../src/domain/webhooks/heard'
import { ADA, BEN, clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { addEndpoint, pass, receiver, runWebhooks, toldNumbers, verify } from '../support/receiver'
import { rows, type Workspace } from '../support/workspace'

afterEach(() => {
  vi.restoreAllMocks()
})

const URL_OF_CLUB = 'https://www.verein.example.org/hooks'
const TODAY = todayIn('Europe/Berlin', new Date())
const SECRET = /whsec_[\w+/]{43}=/

type Page = { club: Workspace; owner: Staff; at: (page?: string) => string }

async function openClub(): Promise<Page> {
  const { club, staff: owner } = await clubOf(signedIn('owner'))
  return { club, owner, at: (page = '') => `/dashboard/${club.id}/settings/webhooks${page}` }
}

/** A club with a webhook that the owner set up on the pages, and its secret. */
async function withWebhook(fields: [string, string][] = [['area', 'persons']]) {
  const page = await openClub()
  const answer = await page.owner.submit(page.at('/new'), [['url', URL_OF_CLUB], ...fields])
  expect(answer.status).toBe(200)
  const { id } = await stored(page.club)
  return { ...page, id, secret: SECRET.exec(answer.text)?.[0] ?? '', answer }
}

type Stored = {
  id: string
  url: string
  events: string
  state: string
  cursor: number
  secret_version: number
}

async function stored({ id }: Workspace): Promise<Stored> {
  const [row] = await rows<Stored>('SELECT * FROM webhook_endpoints WHERE workspace_id = ?', id)
  if (!row) throw new Error('There is no webhook.')
  return row
}

const addMember = (club: Workspace, person: object = ADA) => club.post('/lists/members/persons', person)

const text = async ({ owner }: Page, path: string) => textOf((await owner.get(path)).text)

const lastEvents = async (club: Workspace) => (await eventsOf(club)).map(({ action }) => action)

describe('setting up a webhook', () => {
  it('stores what was chosen, and shows the secret with which deliveries are signed', async () => {
    const { club, owner, id, secret, answer } = await withWebhook([
      ['description', ' Website '],
      ['area', 'persons'],
      ['area', 'mails'],
      ['event', 'fee.paid'],
      ['event', 'person.created'],
    ])
    expect(await stored(club)).toMatchObject({ url: URL_OF_CLUB, description: 'Website', state: 'active' })
    expect(JSON.parse((await stored(club)).events)).toEqual([
      'person.*',
      'custom_column.*',
      'import.*',
      'mail.*',
      'mail_rule.*',
      'fee.paid',
    ])
    expect(answer.cost.trips).toBe(2)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(textOf(answer.text)).toContain('Der Webhook läuft')
    expect(JSON.stringify(await rows('SELECT * FROM events'))).not.toContain(secret)
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'webhook_endpoint.created',
      actor_id: owner.id,
      subject_id: id,
    })
    const { received } = receiver()
    await addMember(club)
    await runWebhooks(club)
    expect(received).toHaveLength(1)
    if (received[0]) verify(received[0], secret)
  })

  it('hears of everything as staff, also of what a key of the API could not read', async () => {
    const { club } = await withWebhook(Object.keys(AREAS).map((area) => ['area', area]))
    const { received } = receiver()
    const { body } = await addMember(club)
    await club.post('/fees', { data: [{ person_id: body.data.id, amount: 4500, description: 'Fee' }] })
    await runWebhooks(club)
    expect(received.map((one) => one.body.type)).toEqual(['person.created', 'fee.created'])
  })

  it.each([
    ['http://www.verein.example.org/hooks', 'Die Adresse muss mit https:// beginnen.'],
    ['www.verein.example.org', 'Das ist keine Adresse.'],
    ['', 'Das ist keine Adresse.'],
    ['https://192.0.2.1/hooks', 'Gib einen Namen ein, keine IP-Adresse.'],
    ['https://localhost/hooks', 'Diese Adresse ist im Internet nicht erreichbar.'],
    ['https://www.verein.example.org:8443/', 'Lass den Port weg.'],
    ['https://me:you@www.verein.example.org/', 'Lass Benutzername und Passwort weg.'],
  ])('refuses the address %s in words', async (url, sentence) => {
    const page = await openClub()
    const answer = await page.owner.submit(page.at('/new'), { url, area: 'fees', event: 'mail.sent' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('href="#field-url"')
    expect(textOf(answer.text)).toContain(sentence)
    expect(answer.text).toMatch(/value="fees"[^>]* checked/)
    expect(answer.text).toMatch(/value="mail.sent"[^>]* checked/)
    expect(await rows('SELECT * FROM webhook_endpoints')).toEqual([])
  })

  it('refuses the address of the service', async () => {
    const page = await openClub()
    const fields = { url: 'https://members.verein.example.org/hooks', area: 'fees' }
    const env = { PUBLIC_URL: 'https://members.verein.example.org' }
    const answer = await page.owner.submit(page.at('/new'), fields, { env })
    expect(answer.status).toBe(422)
    expect(textOf(answer.text)).toContain('Das ist die Adresse dieses Dienstes.')
  })

  it('refuses no event, an unknown one, and a long description', async () => {
    const page = await openClub()
    const fields = { url: URL_OF_CLUB, description: 'x'.repeat(201) }
    const none = await page.owner.submit(page.at('/new'), fields)
    expect(none.status).toBe(422)
    expect(none.text).toContain('href="#field-events"')
    expect(none.text).toContain('href="#field-description"')
    expect(textOf(none.text)).toContain('Bitte wähle mindestens einen Bereich oder ein Ereignis')
    const unknown = await page.owner.submit(page.at('/new'), { url: URL_OF_CLUB, event: 'person.sneezed' })
    expect(unknown.status).toBe(422)
    expect(textOf(unknown.text)).toContain('Dieses Ereignis gibt es nicht.')
  })

  it('refuses an eleventh', async () => {
    const page = await openClub()
    for (let n = 0; n < 10; n++) await addEndpoint(page.club, ['person.*'], { url: `${URL_OF_CLUB}/${n}` })
    const answer = await page.owner.submit(page.at('/new'), { url: URL_OF_CLUB, area: 'fees' })
    expect(answer.status).toBe(422)
    expect(textOf(answer.text)).toContain('Ein Verein hat höchstens 10 Webhooks.')
  })

  it('offers every event that webhooks tell of, in one area each', async () => {
    const page = await openClub()
    const { text: html } = await page.owner.get(page.at('/new'))
    const offered = [...html.matchAll(/name="event"[^>]*value="([^"]+)"/g)].map(([, value]) => value)
    const actions = offered.filter((value) => !value?.endsWith('.*'))
    expect(actions.toSorted()).toEqual((HEARD as HeardAction[]).toSorted())
    const groups = Object.values(AREAS).flat()
    expect(new Set(groups).size).toBe(groups.length)
    for (const action of HEARD) expect(groups).toContain(action.split('.')[0])
  })
})

describe('the list of webhooks', () => {
  it('says what they are for while there is none', async () => {
    const page = await openClub()
    const answer = await page.owner.get(page.at())
    expect(textOf(answer.text)).toContain('Noch keine Webhooks')
    expect(answer.text).toContain(`href="${page.at('/new')}"`)
    expect(answer.cost.trips).toBe(1)
  })

  it('has host, events and state of each, and what is to be sent', async () => {
    const page = await withWebhook([
      ['area', 'persons'],
      ['event', 'fee.*'],
      ['event', 'voucher.created'],
    ])
    expect(await text(page, page.at())).toMatch(
      /www\.verein\.example\.org .*Personen, Beiträge, Beleg gebucht .*läuft/,
    )
    await page.owner.submit(page.at(`/${page.id}/pause`))
    await addMember(page.club)
    await page.club.post('/cost_units', { name: 'Unheard', categories: [] })
    expect(await text(page, page.at())).toMatch(/1 Ereignis .*angehalten/)
    const english = await page.owner.get(page.at(), { headers: { 'Accept-Language': 'en' } })
    expect(textOf(english.text)).toMatch(/Persons, Fees, Voucher booked .*1 event .*paused/)
  })

  it('says since when nothing arrives, and why', async () => {
    const page = await withWebhook()
    receiver(() => new Response('Down', { status: 503 }))
    await addMember(page.club)
    await runWebhooks(page.club)
    expect(await text(page, page.at())).toMatch(/kommt seit \w\w \d\d:\d\d nicht an: Antwort 503/)
    receiver(() => {
      throw new DOMException('late', 'TimeoutError')
    })
    await pass(page.club, 60)
    await runWebhooks(page.club)
    expect(await text(page, page.at())).toContain('nicht an: keine Antwort in 10 Sekunden')
  })
})

describe('the page of a webhook', () => {
  it('shows address, events, and what was sent', async () => {
    const page = await withWebhook([
      ['area', 'persons'],
      ['description', 'Website'],
    ])
    expect(await text(page, page.at(`/${page.id}`))).toContain('Noch nichts gesendet')
    receiver()
    await addMember(page.club)
    await runWebhooks(page.club)
    const answer = await page.owner.get(page.at(`/${page.id}`))
    expect(answer.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    for (const part of ['Website', URL_OF_CLUB, 'Personen', 'läuft', 'Person angelegt', 'angekommen'])
      expect(textOf(answer.text)).toContain(part)
    expect(answer.text).not.toMatch(SECRET)
  })

  it.each([
    [401, 'mit einem anderen Geheimnis'],
    [404, 'Stimmt der Pfad?'],
    [301, 'Weiterleitungen folgen wir nicht'],
    [400, 'POST mit JSON'],
    [429, 'langsamer'],
    [500, 'Beim Empfänger ist ein Fehler'],
  ])('says what to do about %s, and tries again at once', async (status, hint) => {
    const page = await withWebhook()
    const { received, state } = receiver(() => new Response('', { status, headers: { Location: '/' } }))
    await addMember(page.club)
    await runWebhooks(page.club)
    const shown = await text(page, page.at(`/${page.id}`))
    expect(shown).toMatch(/Seit .* kommt nichts an/)
    expect(shown).toContain(hint)
    expect(shown).toContain('Der nächste Versuch: ')
    state.answer = () => new Response()
    const tried = await page.owner.submit(page.at(`/${page.id}/switch-on`))
    expect(leadsTo(tried)).toBe(page.at(`/${page.id} after webhookOn`))
    await runWebhooks(page.club)
    expect(received).toHaveLength(2)
    expect(received[1]?.id).toBe(received[0]?.id)
  })

  it('changes address and events, and refuses what cannot be', async () => {
    const page = await withWebhook([
      ['area', 'persons'],
      ['event', 'fee.paid'],
    ])
    const path = page.at(`/${page.id}/edit`)
    const form = await page.owner.get(path)
    expect(form.text).toMatch(/value="persons"[^>]* checked/)
    expect(form.text).toMatch(/value="fee.paid"[^>]* checked/)
    expect(form.text).not.toMatch(/value="mails"[^>]* checked/)
    const refused = await page.owner.submit(path, { url: 'ftp://x', area: 'mails' })
    expect([refused.status, refused.text.includes('href="#field-url"')]).toEqual([422, true])
    const url = 'https://neu.example.org/a?key=1'
    const saved = await page.owner.submit(path, { url, area: 'mails', description: '' })
    expect([saved.status, leadsTo(saved)]).toEqual([303, page.at(`/${page.id} after saved`)])
    expect(saved.cost.trips).toBe(2)
    expect(await stored(page.club)).toMatchObject({
      url,
      events: '["mail.*","mail_rule.*"]',
      description: null,
    })
    expect(await text(page, `/dashboard/${page.club.id}/log`)).not.toContain('key=1')
  })

  it('says which key created it, and stops with the key', async () => {
    const page = await openClub()
    const { id } = await addEndpoint(page.club)
    expect(await text(page, page.at(`/${id}`))).toMatch(/mit dem API-Schlüssel „[^“]+“/)
    await addMember(page.club)
    await rows("UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00.000Z'")
    receiver()
    await runWebhooks(page.club)
    const shown = await text(page, page.at(`/${id}`))
    expect(shown).toMatch(/Der API-Schlüssel „[^“]+“, mit dem er angelegt wurde, ist widerrufen/)
    expect(shown).not.toContain('Wieder einschalten')
  })

  it('is not found once it is deleted', async () => {
    const page = await withWebhook()
    expect(await text(page, page.at(`/${page.id}/delete`))).toContain('halte ihn an')
    const deleted = await page.owner.submit(page.at(`/${page.id}/delete`))
    expect([deleted.status, leadsTo(deleted)]).toEqual([303, page.at(' after deleted')])
    expect(await rows('SELECT * FROM webhook_endpoints')).toEqual([])
    for (const path of ['', '/edit', '/replay', '/renew', '/switch-on', '/attempts', '/attempts/wha_x'])
      expect((await page.owner.get(page.at(`/${page.id}${path}`))).status).toBe(404)
    for (const act of ['edit', 'pause', 'secret', 'renew', 'switch-on', 'replay', 'delete', 'test'])
      expect((await page.owner.submit(page.at(`/${page.id}/${act}`), { since: TODAY })).status).toBe(404)
  })
})

describe('the secret', () => {
  it('is shown again, which the log records', async () => {
    const { club, owner, at, id, secret } = await withWebhook()
    const shown = await owner.submit(at(`/${id}/secret`))
    expect(shown.text).toContain(secret)
    expect(shown.headers.get('Cache-Control')).toBe('no-store')
    expect((await lastEvents(club)).at(-1)).toBe('webhook_endpoint.secret_shown')
  })

  it('is renewed, once for a form that is sent twice, and both sign for a day', async () => {
    const page = await withWebhook()
    const { club, owner, at, id, secret } = page
    const first = await owner.submit(at(`/${id}/renew`), { version: '1' })
    const renewed = SECRET.exec(first.text)?.[0] ?? ''
    expect(renewed).not.toBe(secret)
    const again = await owner.submit(at(`/${id}/renew`), { version: '1' })
    expect(again.text).toContain(renewed)
    expect((await stored(club)).secret_version).toBe(2)
    expect((await lastEvents(club)).slice(-2)).toEqual([
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.secret_shown',
    ])
    expect(await text(page, at(`/${id}`))).toContain('unterschreiben das alte und das neue Geheimnis')
    expect(await text(page, at(`/${id}/renew`))).toContain('gilt das davor sofort nicht mehr')
    const { received } = receiver()
    await addMember(club)
    await runWebhooks(club)
    for (const one of received) for (const key of [secret, renewed]) verify(one, key)
    expect(received).toHaveLength(1)
    await pass(club, 86_401)
    expect(await text(page, at(`/${id}`))).not.toContain('das alte und das neue')
    expect(await text(page, at(`/${id}/renew`))).not.toContain('gilt das davor')
  })

  it('is not renewed without the version of its form', async () => {
    const { club, owner, at, id } = await withWebhook()
    await owner.submit(at(`/${id}/renew`))
    expect((await stored(club)).secret_version).toBe(1)
  })
})

describe('a webhook that is off', () => {
  it('asks whether what was missed is sent, and sends it', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    const paused = await owner.submit(at(`/${id}/pause`))
    expect(leadsTo(paused)).toBe(at(`/${id} after webhookPaused`))
    expect(textOf((await openAfter(owner, leadsTo(paused))).text)).toMatch(/Angehalten\..*Wieder einschalten/)
    await addMember(club)
    await addMember(club, BEN)
    expect(await text(page, at(`/${id}/switch-on`))).toContain('Nachholen, was fehlt (2 Ereignisse)')
    const { received } = receiver()
    await owner.submit(at(`/${id}/switch-on`), { missed: 'send' })
    await runWebhooks(club)
    expect(received).toHaveLength(2)
  })

  it('goes on from now', async () => {
    const { club, owner, at, id } = await withWebhook()
    await owner.submit(at(`/${id}/pause`))
    await addMember(club)
    const { received } = receiver()
    await owner.submit(at(`/${id}/switch-on`), { missed: 'skip' })
    await addMember(club, BEN)
    await runWebhooks(club)
    expect(received).toHaveLength(1)
    expect((await stored(club)).state).toBe('active')
  })

  it('asks nothing where nothing was missed, or more than 90 days', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    await owner.submit(at(`/${id}/pause`))
    const nothing = await owner.get(at(`/${id}/switch-on`))
    expect(textOf(nothing.text)).toContain('Ihm fehlt nichts.')
    expect(nothing.text).not.toContain('type="radio"')
    await addMember(club)
    await pass(club, 91 * 86_400)
    const long = await owner.get(at(`/${id}/switch-on`))
    expect(textOf(long.text)).toContain('mehr als 90 Tage aus')
    expect(long.text).not.toContain('type="radio"')
  })

  it('says that the receiver wanted nothing more, or that nothing arrived for five days', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    const { state } = receiver(() => new Response('', { status: 410 }))
    await addMember(club)
    await runWebhooks(club)
    expect(await text(page, at(`/${id}`))).toMatch(/angehalten .*mit 410 geantwortet/)
    await owner.submit(at(`/${id}/switch-on`))
    state.answer = () => new Response('', { status: 500 })
    await runWebhooks(club)
    await pass(club, 5 * 86_400 + 60)
    await runWebhooks(club)
    const shown = await text(page, at(`/${id}`))
    expect(shown).toMatch(/abgeschaltet .*Fünf Tage lang kam nichts an\..*Zuletzt: Antwort 500\./)
    const log = await text(page, `/dashboard/${club.id}/log`)
    expect(log).toContain('der Empfänger antwortet 410')
  })
})

describe('sending again', () => {
  it('sends everything since a day', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    const { received } = receiver()
    await addMember(club)
    await runWebhooks(club)
    const answer = await owner.submit(at(`/${id}/replay`), { since: TODAY })
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`/${id} after replayed`)])
    expect(answer.cost.trips).toBe(2)
    await runWebhooks(club)
    expect(received.map((one) => one.id)).toEqual([received[0]?.id, received[0]?.id])
    expect((await eventsOf(club)).at(-1)).toMatchObject({ changes: { since: [null, TODAY] } })
  })

  it('skips nothing that is still to be sent', async () => {
    const { club, owner, at, id } = await withWebhook()
    await owner.submit(at(`/${id}/pause`))
    await addMember(club)
    await rows("UPDATE events SET at = '2026-01-01T00:00:00.000Z' WHERE workspace_id = ?", club.id)
    const { cursor } = await stored(club)
    await owner.submit(at(`/${id}/replay`), { since: TODAY })
    expect((await stored(club)).cursor).toBe(cursor)
  })

  it.each([addDays(TODAY, -31), addDays(TODAY, 1), '2026-02-30', 'gestern', ''])(
    'refuses the day %s in words',
    async (since) => {
      const page = await withWebhook()
      const before = await stored(page.club)
      const answer = await page.owner.submit(page.at(`/${page.id}/replay`), { since })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('href="#field-since"')
      expect(textOf(answer.text)).toMatch(/in den letzten 30 Tagen|Bitte gib ein Datum ein/)
      expect(await stored(page.club)).toEqual(before)
    },
  )

  it('takes a day, an instant or an event by the API, and one of them only', async () => {
    const { club } = await openClub()
    const { id } = await addEndpoint(club)
    const replay = (body: object) => club.post(`/webhook_endpoints/${id}/replay`, body)
    expect((await replay({ since: TODAY })).status).toBe(200)
    expect((await replay({ since: new Date(Date.now() - 1000).toISOString() })).status).toBe(200)
    expect((await replay({})).status).toBe(422)
    expect((await replay({ since: TODAY, after: 'evt_000000000001' })).status).toBe(422)
    expect((await replay({ since: '2020-01-01T00:00:00Z' })).body.errors).toEqual({
      since: [expect.any(String)],
    })
  })
})

describe('the attempts', () => {
  it('have what was sent and answered, and are sent again', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    const { received, state } = receiver(() => new Response('<b>Broken</b>', { status: 500 }))
    await addMember(club)
    await runWebhooks(club)
    const [attempt] = await rows<{ id: string }>('SELECT id FROM webhook_attempts')
    const list = await owner.get(at(`/${id}/attempts`))
    expect(list.cost.trips).toBe(1)
    expect(textOf(list.text)).toMatch(/Person angelegt .*Antwort 500 .*\d+ ms/)
    const path = at(`/${id}/attempts/${attempt?.id}`)
    const shown = await owner.get(path)
    expect(shown.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(shown.text).toContain('&lt;b&gt;Broken')
    for (const part of [received[0]?.id ?? '', 'Nicht angekommen: Antwort 500', '"type": "person.created"'])
      expect(textOf(shown.text)).toContain(part)
    const failed = await owner.submit(`${path}/again`)
    expect(leadsTo(failed)).toMatch(/attempts\/wha_\w+ after webhookTried$/)
    state.answer = () => new Response()
    const again = await owner.submit(`${path}/again`)
    expect(again.cost.trips).toBe(2)
    const told = await openAfter(owner, leadsTo(again))
    expect(textOf(told.text)).toContain('Gesendet und angekommen.')
    expect(new Set(received.map((one) => one.text)).size).toBe(1)
    expect(new Set(received.map((one) => one.id)).size).toBe(1)
  })

  it('are sent again whole, also where the webhook hears of more since', async () => {
    const page = await withWebhook([['event', 'fee.paid']])
    const { club, owner, at, id } = page
    const { received } = receiver()
    const person_id = (await addMember(club)).body.data.id
    const fee = { person_id, amount: 100, description: 'Fee' }
    const fees = (await club.post('/fees', { data: [fee, fee, fee] })).body.data as { id: string }[]
    const paid = { paid_on: TODAY, method: 'cash' }
    const data = fees.map(({ id: fee_id }, index) => ({ fee_id, amount: index === 1 ? 50 : 100, ...paid }))
    await club.post('/payments', { data })
    await runWebhooks(club)
    await owner.submit(at(`/${id}/edit`), { url: URL_OF_CLUB, area: 'fees' })
    const sent = [...received]
    // A fee that was paid in part lies between the two.
    const [first = 0, second = 0] = toldNumbers(sent)
    expect([sent.length, second - first > 1]).toEqual([1, true])
    const attempts = await rows<{ id: string }>('SELECT id FROM webhook_attempts ORDER BY id')
    for (const attempt of attempts) await owner.submit(at(`/${id}/attempts/${attempt.id}/again`))
    expect(received.slice(sent.length).map((one) => [one.id, one.text])).toEqual(
      sent.map((one) => [one.id, one.text]),
    )
  })

  it('say when their body is lost', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    receiver()
    await addMember(club)
    await runWebhooks(club)
    await owner.submit(at(`/${id}/edit`), { url: URL_OF_CLUB, area: 'mails' })
    const [attempt] = await rows<{ id: string }>('SELECT id FROM webhook_attempts')
    const shown = await owner.get(at(`/${id}/attempts/${attempt?.id}`))
    expect(textOf(shown.text)).toContain('Der Inhalt lässt sich nicht mehr zusammenstellen')
    expect(shown.text).not.toContain('/again"')
    expect((await owner.submit(at(`/${id}/attempts/${attempt?.id}/again`))).status).toBe(404)
  })

  it('name what was parked, and send it again', async () => {
    const page = await withWebhook()
    const { club, owner, at, id } = page
    let poison = ''
    const { state } = receiver((one) => {
      poison ||= one.id
      return new Response('', { status: one.id === poison ? 500 : 200 })
    })
    await addMember(club)
    await addMember(club, BEN)
    await runWebhooks(club)
    await pass(club, 60)
    await runWebhooks(club)
    await pass(club, 1800)
    await runWebhooks(club)
    const shown = await owner.get(at(`/${id}`))
    expect(textOf(shown.text)).toMatch(/Zurückgestellt .*Person angelegt .*seit .*nächster Versuch/)
    const [, link = ''] = /id="parked"[\s\S]*?href="([^"]*attempts\/wha_\w+)"/.exec(shown.text) ?? []
    state.answer = () => new Response()
    await owner.submit(`${link}/again`)
    expect(textOf((await owner.get(at(`/${id}`))).text)).not.toContain('Zurückgestellt')
  })
})

describe('a test', () => {
  it('is sent at once, also while the webhook is paused, and leads to what was answered', async () => {
    const { club, owner, at, id, secret } = await withWebhook()
    await owner.submit(at(`/${id}/pause`))
    const { received } = receiver()
    const answer = await owner.submit(at(`/${id}/test`))
    expect(answer.cost.trips).toBe(2)
    expect(leadsTo(answer)).toMatch(/attempts\/wha_\w+ after webhookArrived$/)
    expect(received.map((one) => one.body.type)).toEqual(['webhook.test'])
    for (const one of received) verify(one, secret)
    const shown = await openAfter(owner, leadsTo(answer))
    expect(textOf(shown.text)).toMatch(/Test .*angekommen \(200\)/)
    expect((await stored(club)).state).toBe('paused')
  })

  it('says why it did not arrive', async () => {
    const { owner, at, id } = await withWebhook()
    receiver(() => {
      throw new Error('no host')
    })
    const answer = await owner.submit(at(`/${id}/test`))
    const shown = textOf((await openAfter(owner, leadsTo(answer))).text)
    expect(shown).toMatch(/nicht angekommen\..*Nicht angekommen: nicht erreichbar .*Läuft der Empfänger/)
  })
})

describe('a deployment without WEBHOOK_KEY', () => {
  const withoutKey = { env: { WEBHOOK_KEY: '' } }

  it('says that it sends none', async () => {
    const page = await withWebhook()
    const { owner, at, id } = page
    for (const path of ['', '/new', `/${id}`]) {
      const answer = await owner.get(at(path), withoutKey)
      expect(textOf(answer.text)).toContain('Dieser Dienst sendet keine Webhooks.')
      expect(answer.text).not.toContain(`href="${at('/new')}"`)
      expect(answer.text).not.toContain('/secret"')
    }
    for (const act of ['new', `${id}/secret`, `${id}/renew`, `${id}/test`, `${id}/attempts/wha_x/again`]) {
      const answer = await owner.submit(
        at(`/${act}`),
        { url: URL_OF_CLUB, area: 'fees', version: '1' },
        withoutKey,
      )
      expect([act, answer.status]).toEqual([act, 422])
      expect(textOf(answer.text)).toContain('Dieser Dienst sendet keine Webhooks.')
    }
    expect(await rows('SELECT secret_version FROM webhook_endpoints')).toEqual([{ secret_version: 1 }])
  })

  it('tells nobody else so', async () => {
    const { club, at, id } = await withWebhook()
    const office = await staffOf(club, 'office')
    for (const act of ['new', `${id}/secret`, `${id}/renew`, `${id}/test`])
      expect((await office.submit(at(`/${act}`), {}, withoutKey)).status).toBe(403)
  })
})

it('the log leads to the page of a webhook, and says what changed in words', async () => {
  const page = await withWebhook()
  const { club, owner, at, id } = page
  await owner.submit(at(`/${id}/edit`), { url: URL_OF_CLUB, area: 'mails' })
  await owner.submit(at(`/${id}/pause`))
  const log = await owner.get(`/dashboard/${club.id}/log`)
  expect(log.text).toContain(`href="${at(`/${id}`)}"`)
  expect(textOf(log.text)).toMatch(/läuft → angehalten/)
  expect(textOf(log.text)).toMatch(/Personen → E-Mails/)
})
