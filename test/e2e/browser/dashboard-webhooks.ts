import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    settings: 'Einstellungen',
    none: 'Noch keine Webhooks',
    add: 'Neuer Webhook',
    create: 'Webhook anlegen',
    noHttps: 'Das ist keine Adresse.',
    single: 'Einzelne Ereignisse',
    created: 'Der Webhook läuft',
    test: 'Test senden',
    arrived: 'Gesendet und angekommen.',
    failed: 'Nicht angekommen: Antwort 503',
    again: 'Noch einmal senden',
    failing: 'kommt nichts an',
    notArriving: 'kommt seit',
    tryNow: 'Jetzt versuchen',
    personCreated: 'Person angelegt',
    pause: 'Anhalten',
    paused: 'Dieser Webhook ist angehalten',
    switchOn: 'Wieder einschalten',
    catchUp: 'Nachholen, was fehlt (1 Ereignis)',
    on: 'Eingeschaltet.',
    replay: 'Noch einmal senden ab',
    replayed: 'Die Ereignisse werden noch einmal gesendet.',
    renew: 'Erneuern',
    renewSecret: 'Geheimnis erneuern',
    renewed: 'Das ist das neue Geheimnis.',
    finish: 'Fertig',
    edit: 'Bearbeiten',
    save: 'Speichern',
    saved: 'Gespeichert.',
    all: 'Alle ansehen',
    attempts: 'Die letzten 200 Versuche',
    remove: 'Löschen',
    confirmRemove: 'Webhook löschen',
    deleted: 'Gelöscht.',
  },
  'en-GB': {
    settings: 'Settings',
    none: 'No webhooks yet',
    add: 'New webhook',
    create: 'Create webhook',
    noHttps: 'This is no address.',
    single: 'Single events',
    created: 'The webhook is running',
    test: 'Send a test',
    arrived: 'Sent and arrived.',
    failed: 'Not arrived: answer 503',
    again: 'Send again',
    failing: 'Nothing has arrived since',
    notArriving: 'not arriving since',
    tryNow: 'Try now',
    personCreated: 'Person added',
    pause: 'Pause',
    paused: 'This webhook is paused',
    switchOn: 'Switch on again',
    catchUp: 'Send what it missed (1 event)',
    on: 'Switched on.',
    replay: 'Send again from',
    replayed: 'The events are sent again.',
    renew: 'Renew',
    renewSecret: 'Renew secret',
    renewed: 'This is the new secret.',
    finish: 'Done',
    edit: 'Edit',
    save: 'Save',
    saved: 'Saved.',
    all: 'Show all',
    attempts: 'The last 200 attempts',
    remove: 'Delete',
    confirmRemove: 'Delete webhook',
    deleted: 'Deleted.',
  },
}

type Received = { headers: IncomingHttpHeaders; text: string; type: string }

/** A receiver on this machine that keeps what it is sent and answers with `status`. */
async function listen() {
  const received: Received[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    received.push({ headers: request.headers, text, type: JSON.parse(text).type })
    response.writeHead(state.status).end(state.status === 200 ? '' : 'Under maintenance')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, state, url: `http://127.0.0.1:${port}/hooks`, close: () => server.close() }
}

/** Waits until something came. */
async function waitUntil(came: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) if (came()) return
  assert.fail('Nothing came within half a minute.')
}

/** Waits until so many deliveries came. */
const waitFor = (received: Received[], count: number) => waitUntil(() => received.length >= count)

/** Checks a delivery as a receiver does. */
const verify = ({ text, headers }: Received, secret: string) =>
  new Webhook(secret).verify(text, headers as Record<string, string>)

const idOf = ({ headers }: Received) => headers['webhook-id']

describe('webhooks', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const press = (page: Page, button: string) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click()
    const follow = (page: Page, link: string) =>
      page.locator('main').getByRole('link', { name: link }).first().click()

    it(`are set up, fail, are replayed and deleted, ${name}`, async () => {
      const email = `webhooks.${visitor.locale}@example.org`.toLowerCase()
      await visitOffice(
        visitor,
        async (page, { home, key }) => {
          const { received, state, url, close } = await listen()
          page.once('close', close)
          const add = (first_name: string) =>
            service.api(key, 'POST', '/lists/members/persons', { name: { first_name, last_name: 'Hook' } })
          await page.goto(home)
          await openSection(page, words.settings)
          await follow(page, 'Webhooks')
          await look(page, 'webhooks-none', words.none)

          await follow(page, words.add)
          await page.fill('[name=url]', 'verein')
          await press(page, words.create)
          await look(page, 'webhook-refused', words.noHttps)
          await page.fill('[name=url]', url)
          await page.check('[name=area][value=persons]')
          await page.getByText(words.single).click()
          await look(page, 'webhook-single-events')
          await press(page, words.create)
          await look(page, 'webhook-created', words.created)
          const secret = /whsec_[\w+/]+=/.exec(await page.locator('main').innerText())?.[0] ?? ''
          const path = await page
            .locator('main form[action$="/test"]')
            .getAttribute('action')
            .then((action) => String(action).replace(/\/test$/, ''))

          await press(page, words.test)
          await look(page, 'webhook-test', words.arrived)
          assert.deepEqual(
            received.map(({ type }) => type),
            ['webhook.test'],
          )
          for (const one of received) verify(one, secret)

          // A delivery fails, and arrives once the receiver is back.
          state.status = 503
          await add('Ada')
          await waitFor(received, 2)
          await page.goto(`${service.origin}${path}`)
          await untilShown(page, words.failing)
          await look(page, 'webhook-failing', words.failing)
          await follow(page, words.personCreated)
          await look(page, 'webhook-failed-attempt', words.failed, 'Under maintenance')
          await page.goto(`${service.origin}${path.replace(/\/[^/]+$/, '')}`)
          await look(page, 'webhooks-failing', words.notArriving)
          await page.goto(`${service.origin}${path}`)
          state.status = 200
          const before = received.length
          await press(page, words.tryNow)
          await waitFor(received, before + 1)
          const [failed, arrived] = [received[1], received.at(-1)]
          assert.ok(failed && arrived)
          assert.equal(idOf(arrived), idOf(failed))
          assert.equal(arrived.text, failed.text)
          verify(arrived, secret)

          // What happens while it is paused is sent later.
          await page.goto(`${service.origin}${path}`)
          await press(page, words.pause)
          await add('Bea')
          await page.reload()
          await look(page, 'webhook-paused', words.paused)
          await follow(page, words.switchOn)
          await look(page, 'webhook-switch-on', words.catchUp)
          const missed = received.length
          await press(page, words.switchOn)
          await look(page, 'webhook-on', words.on)
          await waitFor(received, missed + 1)

          await follow(page, words.replay)
          const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
          await page.fill('[name=since]', today)
          await look(page, 'webhook-replay')
          const replayed = received.length
          await press(page, words.again)
          await assertTexts(page, words.replayed)
          await waitUntil(() => received.slice(replayed).some((one) => idOf(one) === idOf(failed)))

          await follow(page, words.renew)
          await look(page, 'webhook-renew')
          await press(page, words.renewSecret)
          await look(page, 'webhook-secret', words.renewed)
          const renewed = /whsec_[\w+/]+=/.exec(await page.locator('main').innerText())?.[0] ?? ''
          await follow(page, words.finish)
          await press(page, words.test)
          await assertTexts(page, words.arrived)
          const last = received.at(-1)
          assert.ok(last && renewed !== secret)
          for (const own of [secret, renewed]) verify(last, own)
          await press(page, words.again)
          await look(page, 'webhook-sent-again', words.arrived)

          await page.goto(`${service.origin}${path}`)
          await follow(page, words.all)
          await look(page, 'webhook-attempts', words.attempts)
          await page.goto(`${service.origin}${path}`)
          await follow(page, words.edit)
          await page.fill('[name=description]', 'Website')
          await look(page, 'webhook-edit')
          await press(page, words.save)
          await look(page, 'webhook-running', words.saved)
          await follow(page, words.remove)
          await look(page, 'webhook-delete')
          await press(page, words.confirmRemove)
          await assertTexts(page, words.deleted, words.none)
        },
        email,
      )
    })
  }
})

/** Loads a page again until it has a text: a run ends a moment after its last delivery. */
async function untilShown(page: Page, text: string): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end; await sleep(200)) {
    if ((await page.locator('main').innerText()).includes(text)) return
    await page.reload()
  }
}
