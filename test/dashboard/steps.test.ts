import { describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { staffOf } from '../support/dashboard'
import { collectingClub } from '../support/direct-debits'
import { joinable } from '../support/join'

/** The steps of a page, as their name and the current one; they come after the title of the page. */
function stepsOf(html: string): { name: string | undefined; current: string | undefined } {
  const [, afterTitle = ''] = html.split('</h1>')
  const [, name, steps = ''] =
    /<ol class="steps steps-row" aria-label="([^"]*)">(.*?)<\/ol>/s.exec(afterTitle) ?? []
  const [, current] = /aria-current="step".*?<p class="steps-label">([^<]*)</s.exec(steps) ?? []
  return { name, current }
}

describe('the pages of a task', () => {
  it.each([
    ['/fees/claim', 'Schritt 1 von 2', 'Was und von wem'],
    ['/direct-debits/new', 'Schritt 1 von 4', 'Auswählen'],
    ['/direct-debits/new/check', 'Schritt 2 von 4', 'Prüfen'],
    ['/members/import', 'Schritt 1 von 5', 'Datei'],
    ['/mails/new?list=members', 'Schritt 1 von 2', 'Schreiben'],
    ['/mails/reminders', 'Schritt 1 von 2', 'Auswählen'],
  ])('say which step %s is', async (path, name, current) => {
    const club = await collectingClub()
    const { status, text } = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}${path}`)
    expect([status, stepsOf(text)]).toEqual([200, { name, current }])
  })

  it('say which step a form to join is', async () => {
    await joinable()
    const { text } = await call('GET', '/join/tsv')
    expect(stepsOf(text)).toEqual({ name: 'Schritt 1 von 3', current: 'Ausfüllen' })
  })
})
