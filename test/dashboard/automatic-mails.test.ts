import { describe, expect, it } from 'vitest'
import { clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { clubWithFees, release } from '../support/direct-debits'
import { leadsTo, openAfter } from '../support/done'
import { formValues, textOf } from '../support/html'
import { PUBLIC_URL } from '../support/portal'
import { switchOn } from '../support/rules'
import { rows, type Workspace, workspace } from '../support/workspace'

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }
const GERMAN = { headers: { 'Accept-Language': 'de-DE' } }
const DEPLOYED = { ...ENGLISH, env: { PUBLIC_URL } }

type Office = { club: Workspace; staff: Staff; at: (page?: string) => string }

async function office(): Promise<Office> {
  const world = await clubOf(signedIn('treasurer'))
  return { ...world, at: (page = '') => `/dashboard/${world.club.id}/mails/automatic${page}` }
}

/** What the form of an occasion sends, with other values where they are given. */
async function formOf({ staff, at }: Office, occasion: string, changes: Record<string, string> = {}) {
  const { text } = await staff.get(at(`/${occasion}`), ENGLISH)
  const shown = formValues(text).filter(([name]) => name !== 'preview')
  return { ...Object.fromEntries(shown), body: bodyIn(text), ...changes }
}

const bodyIn = (text: string): string => textOf(/<textarea[^>]*>([^<]*)/.exec(text)?.[1] ?? '')

const save = async (office: Office, occasion: string, changes: Record<string, string>) =>
  office.staff.submit(office.at(`/${occasion}`), await formOf(office, occasion, changes), ENGLISH)

const stored = (club: Workspace) =>
  rows('SELECT * FROM mail_rules WHERE workspace_id = ? ORDER BY occasion', club.id)

describe('the list of automatic mails', () => {
  it('says of each whether it is on and when it is sent, in both languages', async () => {
    const { staff, at } = await office()
    const { text, cost } = await staff.get(at(), GERMAN)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toMatch(
      /Mitgliedschaft Begrüßung neuer Mitglieder Am Tag des Eintritts, ab 8 Uhr Aus .*Beiträge Beitrag erhoben/,
    )
    expect(textOf(text)).toContain('Am Jahrestag des Eintritts, ab 8 Uhr; nach 1, 5, 10, 15 … Jahren')
    expect(textOf(text)).toContain('Frühestens 7 Tage nach der Fälligkeit, wenn du sie sendest')
    expect(text).toContain(`href="${at('/birthday')}"`)
    const english = textOf((await staff.get(at(), ENGLISH)).text)
    expect(english).toContain('On the birthday, from 8 a.m. Off')
    expect(english).toContain('Within an hour of the release of the collection Off')
    expect(english).toContain(
      '14 days after the first reminder at the earliest, when you send it After review',
    )
  })

  it('is reached from the list of mails', async () => {
    const { staff, at, club } = await office()
    expect((await staff.get(`/dashboard/${club.id}/mails`, ENGLISH)).text).toContain(`href="${at()}"`)
  })
})

describe('the page of an automatic mail', () => {
  it('switches it on from now, with its text', async () => {
    const page = await office()
    const { staff, at, club } = page
    const { status, headers, cost } = await save(page, 'birthday', { enabled: '1', offset_days: '−2' })
    expect(status).toBe(303)
    expect(leadsTo({ headers })).toBe(at('/birthday after saved'))
    expect(cost.trips).toBeLessThanOrEqual(2)
    expect(await stored(club)).toMatchObject([
      { occasion: 'birthday', kind: 'news', offset_days: -2, enabled_at: expect.stringMatching(/Z$/) },
    ])
    const { text, cost: read } = await openAfter(staff, at('/birthday after saved'), ENGLISH)
    expect(read).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toContain('Saved and switched on. 2 days before the birthday, from 8 a.m.')
    expect(textOf(text)).toContain('Last changed by Staff treasurer')
    expect(textOf((await staff.get(at(), ENGLISH)).text)).toContain(
      '2 days before the birthday, from 8 a.m. On',
    )
  })

  it('shows what it says to someone who is made up, with what is typed', async () => {
    const page = await office()
    const { staff, at, club } = page
    const fields = await formOf(page, 'debit_announced', {
      subject: 'On {{debit_date}} <b>',
      body: '{{name}}: {{debit_amount}} from {{iban_ending}}, mandate {{mandate_reference}}\n\n{{fees}}',
      preview: '1',
    })
    const { status, text, cost } = await staff.submit(at('/debit_announced'), fields, ENGLISH)
    expect(status).toBe(200)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toMatch(/Erika (Muster|Sample): \S*45\S* ?€? from 3000, mandate M-1001/)
    expect(text).not.toContain('<b>\n')
    expect(text).toMatch(/On [^{]* &lt;b>|On [^{]* &lt;b&gt;/)
    expect(Object.fromEntries(formValues(text)).subject).toBe('On {{debit_date}} <b>')
    expect(await stored(club)).toEqual([])
  })

  it('offers the placeholders that its occasion has values for', async () => {
    const { club, staff, at } = await office()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Shirt <size>', type: 'string', external_id: 'shirt' }],
    })
    const ofBirthday = (await staff.get(at('/birthday'), GERMAN)).text
    expect(ofBirthday).toContain('{{vorname}}')
    expect(ofBirthday).toContain('{{shirt}}')
    expect(ofBirthday).not.toContain('Shirt <size>')
    for (const placeholder of ['{{offener_betrag}}', '{{einzug_am}}', '{{iban_ende}}'])
      expect(ofBirthday).not.toContain(`data-insert="${placeholder}"`)
    expect((await staff.get(at('/fee_claimed'), GERMAN)).text).toContain('data-insert="{{offener_betrag}}"')
    expect((await staff.get(at('/debit_returned'), GERMAN)).text).toContain('data-insert="{{einzug_am}}"')
  })

  it('keeps what was typed where it is refused, and says what to do', async () => {
    const page = await office()
    const { status, text } = await save(page, 'fee_claimed', {
      subject: '',
      body: 'Pay on {{debit_date}}, {{frist_name}}',
      offset_days: '-1',
      enabled: '1',
    })
    expect(status).toBe(422)
    expect(Object.fromEntries(formValues(text))).toMatchObject({
      subject: '',
      offset_days: '-1',
      enabled: '1',
    })
    expect(bodyIn(text)).toBe('Pay on {{debit_date}}, {{frist_name}}')
    const words = textOf(text)
    expect(words).toContain('Enter a whole number from 0 to 366.')
    expect(words).toContain('has the unknown placeholder {{frist_name}}.')
    expect(words).toContain(
      'has {{debit_date}}, which only works in the automatic emails about direct debits',
    )
    expect(text).toContain('href="#field-subject"')
    for (const days of ['1.5', 'x', '367', ''])
      expect((await save(page, 'birthday', { offset_days: days })).status).toBe(422)
    await rows('UPDATE workspaces SET portal_enabled = 0 WHERE id = ?', page.club.id)
    const portal = await save(page, 'birthday', { body: 'Look: {{portal_link}}' })
    expect(textOf(portal.text)).toContain('leads into the member portal, which is switched off')
    expect(await stored(page.club)).toEqual([])
  })

  it('tells the second of two who change it, and loses neither text', async () => {
    const page = await office()
    const late = await formOf(page, 'joined', { subject: 'Mine' })
    await save(page, 'joined', { subject: 'Theirs' })
    const { status, text } = await page.staff.submit(page.at('/joined'), late, ENGLISH)
    expect(status).toBe(409)
    expect(textOf(text)).toMatch(/Changed meanwhile Last by Staff treasurer, .* Nothing was saved just now/)
    const shown = Object.fromEntries(formValues(text))
    expect(shown.subject).toBe('Mine')
    expect(await stored(page.club)).toMatchObject([{ subject: 'Theirs' }])
    const again = { ...late, mark: shown.mark ?? '' }
    expect((await page.staff.submit(page.at('/joined'), again, ENGLISH)).status).toBe(303)
    expect(await stored(page.club)).toMatchObject([{ subject: 'Mine' }])
  })

  it('says that debits must be announced, and whether this does it', async () => {
    const page = await office()
    const words = async () => textOf((await page.staff.get(page.at('/debit_announced'), ENGLISH)).text)
    expect(await words()).toMatch(/here, 14 days before\. At present no collection is announced by itself/)
    await save(page, 'debit_announced', { enabled: '1' })
    expect(await words()).toContain('Each collection is announced with this email.')
  })

  it('sends rejections at once, to those who have no portal', async () => {
    const page = await office()
    const { text } = await page.staff.get(page.at('/application_rejected'), ENGLISH)
    expect(textOf(text)).toContain('At once when an application is rejected.')
    for (const absent of ['name="offset_days"', 'name="kind"', '{{portal_link}}'])
      expect(text).not.toContain(absent)
    const fields = { enabled: '1', offset_days: '3', kind: 'news' }
    expect((await save(page, 'application_rejected', fields)).status).toBe(303)
    expect(await stored(page.club)).toMatchObject([{ offset_days: 0, kind: 'official' }])
  })

  it('never switches a reminder on, and knows only what is sent', async () => {
    const page = await office()
    expect((await page.staff.get(page.at('/reminder_1'), ENGLISH)).text).not.toContain('name="enabled"')
    expect((await save(page, 'reminder_1', { enabled: '1', offset_days: '10' })).status).toBe(303)
    expect(await stored(page.club)).toMatchObject([{ offset_days: 10, enabled_at: null, kind: 'official' }])
    for (const unknown of ['reminder', 'unknown', 'constructor']) {
      expect((await page.staff.get(page.at(`/${unknown}`))).status).toBe(404)
      expect((await page.staff.submit(page.at(`/${unknown}`), { subject: 'x', body: 'y' })).status).toBe(404)
    }
  })

  it('is in the log with a link to its page', async () => {
    const page = await office()
    await save(page, 'birthday', { subject: 'Happy <day>', enabled: '1' })
    const owner = await staffOf(page.club, 'owner')
    const { text } = await owner.get(`/dashboard/${page.club.id}/log`, GERMAN)
    expect(textOf(text)).toContain('Staff treasurer hat die automatische E-Mail Happy <day> geändert')
    expect(text).toContain(`href="${page.at('/birthday')}"`)
    expect(textOf(text)).toContain('Eingeschaltet')
  })
})

describe('the pages of direct debits', () => {
  it('say whether the announcement goes by mail, and since when', async () => {
    const { club, feeIds: ids } = await clubWithFees(1)
    const staff = await staffOf(club, 'treasurer')
    const page = { club, staff, at: (path = '') => `/dashboard/${club.id}/mails/automatic${path}` }
    const before = `/dashboard/${club.id}/direct-debits/new/date?id=${ids[0]}`
    const words = async (path: string) => textOf((await staff.get(path, DEPLOYED)).text)
    expect(await words(before)).toContain('switch the automatic announcement on before the release')
    await save(page, 'debit_announced', { enabled: '1' })
    expect(await words(before)).toContain('The automatic email does this.')
    expect(await words(before)).toMatch(/It (goes|only goes) out on .*,/)
    const { body } = await release(club, ids)
    const { text, cost } = await staff.get(`/dashboard/${club.id}/direct-debits/${body.data.id}`, DEPLOYED)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toContain('These debits are announced by email.')
    expect(text).toContain(`href="${page.at('/debit_announced')}"`)
    await rows(
      'UPDATE mail_rules SET enabled_at = ? WHERE workspace_id = ?',
      '2999-01-01T00:00:00.000Z',
      club.id,
    )
    expect(await words(`/dashboard/${club.id}/direct-debits/${body.data.id}`)).not.toContain(
      'are announced by email',
    )
  })
})

describe('a deployment that does not know its address', () => {
  it('says on each page that counts on automatic mails that none is sent', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const staff = await staffOf(club, 'treasurer')
    const page = { club, staff, at: (path = '') => `/dashboard/${club.id}/mails/automatic${path}` }
    const home = `/dashboard/${club.id}`
    const date = `${home}/direct-debits/new/date?id=${feeIds[0]}`
    const notSent = 'Automatic emails are not being sent'
    await switchOn(await workspace(), 'birthday')
    expect(textOf((await staff.get(home, ENGLISH)).text)).not.toContain('switched on but not sent')
    await save(page, 'debit_announced', { enabled: '1' })
    await save(page, 'application_rejected', { enabled: '1' })
    const { body } = await release(club, feeIds)
    const collection = `${home}/direct-debits/${body.data.id}`
    for (const path of [page.at(), page.at('/debit_announced'), date, collection]) {
      const words = textOf((await staff.get(path, ENGLISH)).text)
      expect(words, path).toContain(notSent)
      expect(words, path).toContain('Ask the operator to set PUBLIC_URL.')
      expect(words, path).not.toMatch(/The automatic email does this|are announced by email/)
      expect(textOf((await staff.get(path, DEPLOYED)).text), path).not.toContain(notSent)
    }
    expect(textOf((await staff.get(page.at('/application_rejected'), ENGLISH)).text)).not.toContain(notSent)
    const { text, cost } = await staff.get(home, GERMAN)
    expect(cost.trips).toBe(1)
    expect(textOf(text)).toContain('1 automatische E-Mail ist eingeschaltet, wird aber nicht gesendet')
    expect(text).toContain(`href="${page.at()}"`)
    expect(textOf((await staff.get(home, DEPLOYED)).text)).not.toContain('switched on but not sent')
    const auditor = await staffOf(club, 'auditor')
    expect(textOf((await auditor.get(home, ENGLISH)).text)).not.toContain('switched on but not sent')
  })
})
