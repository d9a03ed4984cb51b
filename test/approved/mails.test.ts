import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALL_OCCASIONS } from '../../src/domain/mails/rules/occasions'
import type { Role } from '../../src/domain/staff/roles'
import { type Staff, staffOf } from '../support/dashboard'
import { openAfter } from '../support/done'
import type { SentMail } from '../support/mails'
import { PUBLIC_URL } from '../support/portal'
import { remind } from '../support/rules'
import { storedTables } from '../support/storage'
import { createMailClub, type MailClub, type MailSettings as Settings } from './mails-world'
import { mainOf } from './outline'
import { stopClock, withoutChance } from './world'

const VIEWERS: [Role, string, Settings][] = [
  [
    'office',
    'de-DE',
    { member_portal: { enabled: true, slug: 'tsv', sender_name: 'Der TSV', colour: '#1f6f54' } },
  ],
  ['treasurer', 'en-GB', { member_portal: { enabled: false } }],
  ['owner', 'de-DE', { member_portal: { enabled: true, address_form: 'du' }, contact: null }],
]

/** The pages of mails, by what they show. */
const PAGES: Record<string, (club: MailClub) => string> = {
  'the list': () => '',
  'the list after a deletion': () => ' after deleted',
  'the list after reminders': () => ' after reminded?count=3',
  'older mails': ({ mails }) => `?before=${mails.done}`,
  'a new mail': () => '/new',
  'a new mail to a chosen person': ({ persons }) => `/new?id=${persons.ada}&list=members`,
  'a new mail to contacts': () => '/new?list=contacts',
  'a new mail to a query': () => '/new?list=members&status=former&search=ha&filter[shirt][is]=M',
  'a draft with everything': ({ drafts }) => `/${drafts.everything}`,
  'a draft for one person': ({ drafts, persons }) =>
    `/${drafts.everything}?person=${persons.cleo} after tested`,
  'a draft of news': ({ drafts }) => `/${drafts.news} after too_many`,
  'a draft to contacts': ({ drafts }) => `/${drafts.contacts} after too_large`,
  'a narrowed draft': ({ drafts }) => `/${drafts.narrowed}`,
  'a draft to nobody': ({ drafts }) => `/${drafts.nobody}`,
  'a broken draft': ({ drafts }) => `/${drafts.broken}`,
  'the form of a draft': ({ drafts }) => `/${drafts.news}/edit`,
  'the form of a narrowed draft': ({ drafts }) => `/${drafts.narrowed}/edit`,
  'the form of a mail that is sent': ({ mails }) => `/${mails.done}/edit`,
  'the deletion of a draft': ({ drafts }) => `/${drafts.news}/delete`,
  'the preview of a draft': ({ drafts }) => `/${drafts.everything}/preview`,
  'the preview for a person': ({ drafts, persons }) => `/${drafts.everything}/preview?person=${persons.ada}`,
  'the text for a person': ({ drafts, persons }) => `/${drafts.everything}/preview.txt?person=${persons.ada}`,
  'the text of news': ({ drafts, persons }) => `/${drafts.news}/preview.txt?person=${persons.finn}`,
  'the text for a contact': ({ drafts, persons }) => `/${drafts.contacts}/preview.txt?person=${persons.ivo}`,
  'a mail that is sent': ({ mails }) => `/${mails.done}`,
  'a mail that is being sent': ({ mails }) => `/${mails.waiting} after continue`,
  'a mail that failed for some': ({ mails }) => `/${mails.failed} after retry`,
  'those of whom it failed': ({ mails }) => `/${mails.failed}?state=failed`,
  'those of whom it waits': ({ mails }) => `/${mails.failed}?state=waiting`,
  'those whom it reached': ({ mails }) => `/${mails.failed}?state=sent after meanwhile`,
  'those who are left out': ({ mails }) => `/${mails.done}?state=skipped`,
  'a mail without an answer': ({ mails }) => `/${mails.handedOver}`,
  'those who may have it': ({ mails }) => `/${mails.handedOver}?state=unknown`,
  'those whom it is on its way to': ({ mails }) => `/${mails.handedOver}?state=sending`,
  'a mail that is stopped': ({ mails }) => `/${mails.stopped}`,
  'a mail just stopped': ({ mails }) => `/${mails.stopped} after stop`,
  'a mail to contacts': ({ mails }) => `/${mails.contacts}`,
  'the progress of a mail': ({ mails }) => `/${mails.failed}/progress.json`,
  'the progress of one that is done': ({ mails }) => `/${mails.done}/progress.json`,
  'automatic mails': () => '/automatic',
  ...Object.fromEntries(
    ALL_OCCASIONS.map((occasion) => [`the rule ${occasion}`, () => `/automatic/${occasion} after saved`]),
  ),
  'an unknown rule': () => '/automatic/unknown',
  reminders: () => '/reminders',
  'reminders of chosen fees': ({ fees }) => `/reminders?id=${fees.ada}&id=${fees.dayBefore}&id=${fees.paid}`,
  'reminders of chosen persons': ({ persons }) => `/reminders?person=${persons.ben}&person=${persons.kim}`,
  'no reminders to review': () => '/reminders/review',
  'the review of reminders': ({ persons: { ada, ben, cleo, kim, ivo, dan } }) =>
    `/reminders/review?${idsOf(ada, ben, cleo, kim, ivo, dan)}&preview=${cleo}`,
  'the review of one reminder': ({ persons }) => `/reminders/review?id=${persons.kim}`,
  'the review of none': ({ persons }) => `/reminders/review?id=${persons.dan}`,
  'the preview of a reminder': ({ persons: { ada, ben, jo } }) => `/reminders/preview?${idsOf(ada, ben, jo)}`,
  'the text of a reminder': ({ persons: { ada, ben, jo } }) =>
    `/reminders/preview.txt?${idsOf(ada, ben, jo)}`,
  'the text of a second reminder': ({ persons }) => `/reminders/preview.txt?id=${persons.cleo}`,
  'the text of a reminder to a contact': ({ persons }) => `/reminders/preview.txt?id=${persons.ivo}`,
}

/** Whether only what members get is looked at, and reminders are sent. */
const isShort = ({ contact }: Settings): boolean => contact === null

const pagesIn = (settings: Settings): string[] =>
  Object.keys(PAGES).filter((name) => !isShort(settings) || /^the (text|preview|rule)/.test(name))

const idsOf = (...ids: string[]) => ids.map((id) => `id=${id}`).join('&')

const BODIES = {
  empty: { subject: '', body: ' ' },
  'too long': { subject: 'x'.repeat(201), body: 'x'.repeat(50_001) },
  'of several lines': { subject: 'a\nb', body: 'a\u0007' },
  'with unknown placeholders': {
    subject: '{{vornahme}} {{x',
    body: `{{vornahme}} {{${'y'.repeat(101)}}} {{${'z'.repeat(100)}}} {{x`,
  },
  'with links': {
    subject: '{{portal_link}}',
    body: `[a](javascript:x) [b](https://example.org/{{name}}) [c](ftp:${'z'.repeat(97)}) [d](ftp:${'z'.repeat(96)})`,
  },
  'about debits': { subject: '{{einzug_am}}', body: '{{mandatsreferenz}} {{debit_amount}}' },
  'too intricate': { subject: 'x', body: '*a'.repeat(2001) },
}

describe.each(VIEWERS)(
  'mails as the %s in %s',
  { meta: { sharesStorage: true } },
  (role, locale, settings) => {
    let mailClub: MailClub
    let staff: Staff
    let reminders: SentMail[] = []
    const env = { PUBLIC_URL }
    const at = (page: string) => `/dashboard/${mailClub.club.id}/mails${page}`

    beforeAll(async () => {
      mailClub = await createMailClub({ locale, ...settings })
      staff = await staffOf(mailClub.club, role, { email: `${role}@example.org` })
      if (isShort(settings)) reminders = await remind(mailClub.club)
    })
    beforeEach(() => stopClock())

    it.each(pagesIn(settings))('shows %s as approved', async (name) => {
      const { status, headers, text } = await openAfter(staff, at(PAGES[name]?.(mailClub) ?? ''), { env })
      const shown = text.startsWith('<') ? mainOf(text) : withoutChance(text)
      const frames = (headers.get('Content-Security-Policy') ?? '').match(/frame-[^;]*/g) ?? ''
      const head = [status, headers.get('Location') ?? '', frames].join(' ')
      expect(`${withoutChance(head)}\n${shown}`).toMatchSnapshot()
    })

    it.each(isShort(settings) ? [] : Object.entries(BODIES))(
      'refuses a text that is %s as approved',
      async (_, body) => {
        for (const [path, fields] of [
          ['', { list: 'members', kind: 'news', query: 'status=all' }],
          ['', { list: 'contacts' }],
          [`/${mailClub.drafts.news}/edit`, { list: 'members', revision: '1' }],
          ['/automatic/birthday', { offset_days: '-367', enabled: '1' }],
          ['/automatic/debit_returned', { offset_days: '−1' }],
          ['/automatic/reminder_1', { offset_days: 'soon', preview: '1' }],
        ] as [string, Record<string, string>][]) {
          const { status, text } = await staff.submit(at(path), { ...fields, ...body })
          expect(`${status}\n${refusalOf(text)}`).toMatchSnapshot(withoutChance(path))
        }
      },
    )

    it('has written mails as approved', () => {
      expect(mailClub.written.map(shownMail)).toMatchSnapshot()
    })

    it('has sent automatic mails as approved', () => {
      expect(mailClub.automatic.map(shownMail).sort()).toMatchSnapshot()
    })

    it('has sent reminders as approved', () => {
      expect(reminders.map(shownMail).sort()).toMatchSnapshot()
    })

    it('stores rows of mails as approved', async () => {
      for (const { name, rows } of await storedTables()) {
        const own = rows.filter((row) => name.includes('mail') || String(row.action).startsWith('mail'))
        const shown = own.map((row) => withoutChance(JSON.stringify(row, withoutClaim))).sort()
        if (own.length > 0) expect(shown, name).toMatchSnapshot(name)
      }
    })
  },
)

/** What a form says of its texts, without the placeholders that it offers. */
function refusalOf(html: string): string {
  const lines = mainOf(html).split('\n')
  const end = lines.findIndex((line) => /^(Platzhalter|Placeholders)$/.test(line))
  const kinds = lines.slice(end).filter((line) => line.includes('[radio kind'))
  return [...lines.slice(0, end), ...kinds].join('\n').replace(/(\S{1,2}?)\1{40,}/g, '$1…')
}

/** A mail as it is handed to the mail service, without the bytes of its images. */
function shownMail({ html: _, text, attachments, ...mail }: SentMail): string {
  const names = attachments?.map(({ filename }) => filename)
  const head = JSON.stringify({ ...mail, attachments: names }, null, 1)
  return withoutChance(`${head}\n\n${text}`.replace(TOKEN, '/…'))
}

const TOKEN = /\/[\w-]{43}(?![\w-])/g

/** A column as stored, but for the random text of a claim. */
const withoutClaim = (column: string, value: unknown): unknown =>
  (column === 'claim' || column === 'salt') && value !== null ? '…' : value
