import { describe, it } from 'node:test'
import { look } from './look.ts'
import { addSession } from './office.ts'
import { assertFitsLargeType } from './page-checks.ts'
import { service, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    title: 'Mitgliedschaft kündigen',
    follows: 'Was daraus folgt',
    send: 'Kündigung abschicken',
    sent: 'Die Kündigung ist abgeschickt',
    confirm: 'Kündigung bestätigen',
    arrived: 'Die Kündigung ist angekommen',
    waits: 'Der Verein bestätigt sie per E-Mail',
    takeBack: 'Kündigung widerrufen',
    child: 'Ich handle für alle, die das Sorgerecht haben.',
    refused: 'nur aus wichtigem Grund',
    resignations: 'Kündigungen',
    decide: 'Kündigung von Uwe Roth',
    dead: 'Verstorbene mit offenen Beiträgen',
    ended: 'Letzter Tag der Mitgliedschaft',
    settings: 'Kündigungsfrist',
    home: '1 Kündigung wartet',
  },
  'en-GB': {
    title: 'End the membership',
    follows: 'What follows',
    send: 'Send the resignation',
    sent: 'The resignation is sent',
    confirm: 'Confirm the resignation',
    arrived: 'The resignation has arrived',
    waits: 'The association confirms it by email',
    takeBack: 'Withdraw the resignation',
    child: 'I act for all who have custody.',
    refused: 'it takes a good cause',
    resignations: 'Resignations',
    decide: 'Resignation of Uwe Roth',
    dead: 'The deceased with open fees',
    ended: 'Last day of the membership',
    settings: 'Notice',
    home: '1 resignation waits',
  },
}

/** A club whose members resign in the portal: Uwe pays for Olaf, a child, and Karl has died with an open fee. */
async function leavingClub(slug: string, email: string) {
  const { id } = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    member_portal: { slug, colour: '#1f6f54', functions: ['view_data', 'view_fees', 'resign'] },
    leaving: { notice_weeks: 6, end: 'year' },
  })
  await service.operator('POST', `/workspaces/${id}/staff`, { name: 'Anna Weber', email })
  const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'Website' })
  const api = (method: string, path: string, body?: object) => service.api(token, method, path, body)
  const person = (first_name: string, fields: object) => ({
    external_id: first_name.toLowerCase(),
    name: { first_name, last_name: 'Roth' },
    ...fields,
  })
  const [uwe, karl] = await api('PUT', '/lists/members/persons', {
    data: [
      person('Uwe', { email: `uwe@${slug}.example.org`, sepa_mandate: { reference: 'M-1004' } }),
      person('Karl', { leave_date: '2026-01-31', leave_reason: 'deceased' }),
    ],
  })
  await api('PUT', '/lists/members/persons', {
    data: [person('Olaf', { birthdate: '2019-05-03', payer_id: uwe.id })],
  })
  const fee = { description: 'Jahresbeitrag', amount: 12_000 }
  await api('POST', '/fees', {
    data: ['uwe', 'karl'].map((person_external_id) => ({ ...fee, person_external_id })),
  })
  const { url } = await api('POST', '/member_portal_sessions', { person_external_id: 'uwe' })
  return { link: url as string, home: `${service.origin}/dashboard/${id}`, uwe: uwe.id, karl: karl.id }
}

describe('the end of a membership', () => {
  for (const [name, visitor] of visitors())
    it(`is sent in the portal, confirmed by mail, and decided on by the office, ${name}`, () =>
      visit(visitor, async (page) => {
        const words = WORDS[visitor.locale]
        const slug = visitor.locale === 'de-DE' ? 'tsv-austritt' : 'tsv-leaving'
        const club = await leavingClub(slug, `${slug}@example.org`)
        await page.goto(club.link)
        await page.locator('main button').click()
        await page.locator('a[href$="/resign"]').click()
        await look(page, 'resign', words.title, words.follows, 'Olaf', 'M-1004')
        await assertFitsLargeType(page)
        const last = await page.inputValue('input[name=leave_date]')
        await page.fill('input[name=leave_date]', `${last.slice(0, 4)}-12-30`)
        await page.getByRole('button', { name: words.send }).click()
        await look(page, 'resign-refused', words.refused)
        await page.fill('input[name=leave_date]', last)
        const before = service.printed().length
        await page.getByRole('button', { name: words.send }).click()
        await look(page, 'resign-sent', words.sent, words.takeBack)
        const mailed = await service.mailedLink(before, /http:\/\/\S+\/resign\/[\w-]{43}/)
        const own = page.url()
        await page.goto(mailed)
        await look(page, 'resign-confirm', words.confirm, 'Uwe Roth')
        await page.getByRole('button', { name: words.confirm }).click()
        await look(page, 'resign-arrived', words.arrived)
        await page.goto(own)
        await look(page, 'resign-waits', words.waits)
        await page.locator('a[href*="?for="]').click()
        await look(page, 'resign-child', words.child)

        await addSession(page, `${slug}@example.org`)
        await page.goto(club.home)
        await look(page, 'resign-home', words.home)
        await page.goto(`${club.home}/members/resignations`)
        await look(page, 'resignations', words.resignations, 'Uwe Roth')
        await page.goto(`${club.home}/members/${club.uwe}`)
        await look(page, 'resignation-person', 'Uwe Roth')
        await page.goto(`${club.home}/members/${club.uwe}/resignation`)
        await look(page, 'resignation', words.decide, words.follows)
        await page.getByRole('button', { name: words.confirm }).click()
        await page.goto(`${club.home}/members/deceased`)
        await look(page, 'deceased', words.dead, 'Karl Roth')
        await page.goto(`${club.home}/members/${club.karl}`)
        await look(page, 'deceased-person', 'Karl Roth')
        await page.goto(`${club.home}/members/${club.uwe}/end`)
        await look(page, 'member-end', words.ended)
        await page.goto(`${club.home}/settings/leaving`)
        await look(page, 'settings-leaving', words.settings)
      }))
})
