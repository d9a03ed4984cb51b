import { describe, expect, it } from 'vitest'
import { ADA, BEN, clubOf, person } from '../support/club'
import { runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { deliverMails, postMail, serviceError } from '../support/mails'
import { rows } from '../support/workspace'

const ago = (years: number, days: number) =>
  rows(
    `UPDATE mails SET sent_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${years} years', '-${days} days')
     WHERE sent_at IS NOT NULL`,
  )

async function sentMail() {
  const { club, ids } = await clubOf(person(ADA), person(BEN))
  const { queued, body } = await postMail(club, { filter: {} })
  await deliverMails(queued, {
    service: ({ to }) => (to === BEN.email ? serviceError('E_DELIVERY_FAILED') : undefined),
  })
  return { club, ids, id: body.data.id as string, queued }
}

const recipients = async () => (await rows('SELECT person_id FROM mail_recipients')).length

describe('the recipients of a mail', () => {
  it('are deleted two years after it was sent, and not before', async () => {
    await sentMail()
    await ago(1, 364)
    await runNightly()
    expect(await recipients()).toBe(2)
    await ago(2, 1)
    await runNightly()
    expect(await recipients()).toBe(0)
  })

  it('leave the counts of the mail, and a page that says why nobody is listed', async () => {
    const { club, id } = await sentMail()
    await ago(2, 1)
    await runNightly()
    const { body } = await club.get(`/mails/${id}`)
    expect(body.data.counts).toEqual({ total: 2, waiting: 0, sent: 1, failed: 1, skipped: 0, unknown: 0 })
    expect((await club.get(`/mails/${id}/recipients`)).body.data).toEqual([])
    const office = await staffOf(club, 'office')
    const path = `/dashboard/${club.id}/mails/${id}`
    for (const query of ['', '?state=failed']) {
      const page = textOf((await office.get(path + query)).text)
      expect(page).toMatch(/Die Liste der Empfänger wurde am \d+\. \S+ \d{4} gelöscht/)
      expect(page).toContain('1 E-Mail wurde nicht zugestellt')
      expect(page).not.toContain('noch einmal versuchen')
      expect(page).not.toContain('Wer das ist')
    }
    await rows("UPDATE staff SET locale = 'en'")
    expect(textOf((await office.get(path)).text)).toContain('two years after the email was sent')
  })

  it('are not missed by acts: what failed or waits cannot be sent any more', async () => {
    const { club, id } = await sentMail()
    await rows("UPDATE mails SET state = 'stopped', waiting = 1, sent = 0")
    await ago(2, 1)
    await runNightly()
    const office = await staffOf(club, 'office')
    for (const act of ['retry', 'continuation'])
      expect((await club.post(`/mails/${id}/${act}`, undefined)).status).toBe(422)
    await office.submit(`/dashboard/${club.id}/mails/${id}/retry`)
    expect((await rows('SELECT state, waiting FROM mails'))[0]).toEqual({ state: 'stopped', waiting: 1 })
  })

  it('stay as long as some of the mail wait', async () => {
    await sentMail()
    await rows("UPDATE mails SET state = 'sending', waiting = 1")
    await ago(3, 0)
    await runNightly()
    expect(await recipients()).toBe(2)
  })

  it('are no longer among the mails of a person', async () => {
    const { club, ids } = await sentMail()
    await ago(2, 1)
    await runNightly()
    const office = await staffOf(club, 'office')
    const { text } = await office.get(`/dashboard/${club.id}/members/${ids[0]}`)
    expect(textOf(text)).toContain('In den letzten zwei Jahren gingen keine E-Mails an diese Person.')
  })

  it('of many mails go in slices, those of other workspaces by jobs of their own', async () => {
    const { id } = await sentMail()
    await sentMail()
    for (const table of ['mails', 'mail_recipients']) {
      const columns = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
      const names = columns.map(({ name }) => name)
      const key = table === 'mails' ? 'id' : 'mail_id'
      const values = names.map((name) => `${table}.${name}${name === key ? ' || value' : ''}`)
      await rows(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, json_each(?) WHERE ${table}.${key} = ?`,
        JSON.stringify(Array.from({ length: 450 }, (_, n) => n)),
        id,
      )
    }
    await ago(2, 1)
    expect(await runNightly()).toEqual([])
    expect(await recipients()).toBe(0)
  })
})
