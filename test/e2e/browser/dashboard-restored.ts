import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { createOffice, visitOffice } from './office.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    heldToDo: '2 E-Mails zurückgehalten: senden oder verwerfen?',
    held: 'Zurückgehaltene E-Mails',
    release: 'Jetzt senden',
    drop: 'Alle verwerfen',
    dropped: '1 E-Mail verworfen.',
    tomorrow: '9 E-Mails warten bis morgen',
    swept: 'zwei Jahre nach dem Versand',
    blocked: 'Noch nicht möglich',
    check: 'Jetzt prüfen',
    none: 'Nein, hier fehlt keine',
    checked: 'Einzüge lassen sich wieder freigeben',
    suspended: 'Dieser Verein ist seit',
    takeOut: 'Alles mitnehmen',
    copy: 'Das ist eine Kopie',
    complained: 'Als Spam gemeldet',
  },
  'en-GB': {
    heldToDo: '2 emails are held: send or drop them?',
    held: 'Held emails',
    release: 'Send now',
    drop: 'Drop all',
    dropped: '1 email dropped.',
    tomorrow: '9 emails wait until tomorrow',
    swept: 'two years after the email was sent',
    blocked: 'Not possible yet',
    check: 'Check now',
    none: 'No, none is missing',
    checked: 'Collections can be released again',
    suspended: 'This association has been suspended since',
    takeOut: 'Download all data',
    copy: 'This is a copy',
    complained: 'Reported as spam',
  },
}

const CREDITOR = {
  name: 'TSV Lindental 1898 e. V.',
  iban: 'DE89370400440532013000',
  creditor_id: 'DE98ZZZ09999999999',
}

const HOUR = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const idOf = (home: string) => home.split('/').at(-1) ?? ''

type MailOf = { id: string; subject: string; columns: object; recipients?: string }

/** The statements of a mail to nine members, with what else it has. */
const mailSql = (workspace: string, { id, subject, columns, recipients }: MailOf) => `
INSERT INTO mails (workspace_id, id, kind, list_id, audience, subject, body, total, created_at, updated_at,
  ${Object.keys(columns).join(', ')})
VALUES ('${workspace}', '${id}', 'official', 'members', '{"query":""}', '${subject}', 'Liebe Mitglieder!', 9,
  '${hoursAgo(30)}', '${hoursAgo(30)}', ${Object.values(columns)
    .map((value) => `'${value}'`)
    .join(', ')});
${
  recipients
    ? `INSERT INTO mail_recipients (workspace_id, mail_id, person_id, address, state, at)
SELECT workspace_id, '${id}', id, email, '${recipients}', '${hoursAgo(30)}' FROM persons
WHERE workspace_id = '${workspace}' AND email IS NOT NULL AND list_id = 'members' LIMIT 9;`
    : ''
}`

/** Brings a workspace into the state after a restore: two mails are held, and nobody has looked at the bank. */
async function restore(workspace: string): Promise<void> {
  await service.operator('PATCH', `/workspaces/${workspace}`, { creditor: CREDITOR })
  const [at, bookmark] = [hoursAgo(2), hoursAgo(26)]
  const held = { state: 'stopped', waiting: 9, held_for: 1, sent_at: hoursAgo(30) }
  await service.sql(`
UPDATE workspaces SET restores = '${JSON.stringify([{ epoch: 1, at, bookmark, last_event: 0 }])}'
WHERE id = '${workspace}';
${mailSql(workspace, { id: 'mail_held1', subject: 'Einladung', columns: held, recipients: 'waiting' })}
${mailSql(workspace, { id: 'mail_held2', subject: 'Protokoll', columns: held, recipients: 'waiting' })}`)
}

describe('after a restore', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const follow = (page: Page, link: string) =>
      page.locator('main').getByRole('link', { name: link, exact: true }).first().click()
    const press = (page: Page, button: string) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click()

    it(`held mails and the bank are decided on, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await restore(idOf(home))
        await page.goto(home)
        await look(page, 'restored-home', words.heldToDo)
        await follow(page, words.heldToDo)
        await look(page, 'restored-held', words.held, 'Protokoll')
        await follow(page, 'Einladung')
        await look(page, 'restored-mail', 'Ingrid Vogt')
        await press(page, words.release)
        await page.goto(`${home}/mails/held`)
        await press(page, words.drop)
        await look(page, 'restored-dropped', words.dropped)

        await page.goto(`${home}/direct-debits/new/release?pays=anyone&date=${collectable()}`)
        await look(page, 'restored-release', words.blocked)
        await follow(page, words.check)
        await look(page, 'restored-debits', words.none)
        await press(page, words.none)
        await look(page, 'restored-checked', words.checked)
      }))

    it(`mails wait, are swept, and are complained about, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        const workspace = idOf(home)
        const today = new Date().toISOString().slice(0, 10)
        const waits = { state: 'sending', waiting: 9, held_on: today, sent_at: hoursAgo(1) }
        const swept = {
          state: 'sent',
          sent: 9,
          sent_at: hoursAgo(24 * 740),
          recipients_swept_at: hoursAgo(240),
        }
        await service.sql(`
${mailSql(workspace, { id: 'mail_waits', subject: 'Sommerfest', columns: waits, recipients: 'waiting' })}
${mailSql(workspace, { id: 'mail_swept', subject: 'Herbstfest', columns: swept })}
INSERT INTO blocked_addresses (workspace_id, address, reason, blocked_at)
VALUES ('${workspace}', 'ingrid.vogt@example.org', 'complained', '${hoursAgo(48)}');`)
        await page.goto(`${home}/mails/mail_waits`)
        await look(page, 'quota-mail', words.tomorrow)
        await page.goto(`${home}/mails/mail_swept`)
        await look(page, 'swept-mail', words.swept)
        await page.goto(`${home}/members?search=vogt`)
        const person = await page.getByRole('link', { name: /Vogt/ }).getAttribute('href')
        await page.goto(new URL(`${person}&tab=mails`, home).href)
        await look(page, 'complained-person', words.complained)
      }))

    it(`a suspended association is read and taken along, and a copy is read, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await service.operator('PUT', `/workspaces/${idOf(home)}/suspension`)
        await page.goto(home)
        await look(page, 'suspended-home', words.suspended)
        await follow(page, words.takeOut)
        await look(page, 'suspended-take-out', words.takeOut)
        await page.goto(`${home}/members/new`)
        await look(page, 'suspended-member-new', words.suspended)
        const { home: copy } = await createOffice('walks@example.org')
        await service.sql(`
UPDATE workspaces SET suspended_at = '${hoursAgo(1)}', copied_at = '${hoursAgo(26)}', copy_of = '${idOf(home)}'
WHERE id = '${idOf(copy)}';`)
        await page.goto(copy)
        await look(page, 'copy-home', words.copy)
      }))
  }
})

/** A day in about three weeks on which banks collect: a Wednesday. */
function collectable(): string {
  const day = new Date(Date.now() + 21 * 24 * HOUR)
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7))
  return day.toISOString().slice(0, 10)
}
