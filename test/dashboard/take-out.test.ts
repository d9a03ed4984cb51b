import { describe, expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { createEverything } from '../support/everything'
import { operator, rows, workspace } from '../support/workspace'
import { download } from '../support/zip'

const HOUR = 60 * 60 * 1000

const pathOf = ({ id }: { id: string }) => `/dashboard/${id}/settings/take-out`

/** What a browser sends with the form of the page. */
const sentBy = (browser: { cookie(name: string): string | undefined }) => ({
  method: 'POST',
  headers: {
    Cookie: `__Host-staff=${browser.cookie('__Host-staff')}`,
    Origin: 'http://mas.test',
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/x-www-form-urlencoded',
  },
})

describe('the page on which owners take everything along', () => {
  it('says what the file holds and how large it is, in both languages', async () => {
    const { club } = await createEverything(await workspace())
    const owner = await staffOf(club, 'owner')
    const german = await owner.get(pathOf(club))
    expect([german.status, german.cost.trips, german.cost.rowsWritten]).toEqual([200, 1, 0])
    for (const text of ['Alles mitnehmen', 'personenbezogene Daten', 'ungefähr 1 MB'])
      expect(german.text).toContain(text)
    await rows("UPDATE staff SET locale = 'en' WHERE id = ?", owner.id)
    expect((await owner.get(pathOf(club))).text).toContain('Download all data')
  })

  it('gives the ZIP to an owner with a fresh proof, and records that', async () => {
    const { club } = await createEverything(await workspace())
    const owner = await staffOf(club, 'owner')
    const { status, headers, files } = await download(pathOf(club), sentBy(owner))
    expect([status, headers.get('Content-Disposition')]).toEqual([
      200,
      expect.stringContaining(`${club.id}-`),
    ])
    expect(Object.keys(files)).toContain('workspace.ndjson')
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.exported',
      actor_kind: 'staff',
      actor_id: owner.id,
    })
    expect((await owner.get(`/dashboard/${club.id}/log`)).text).toContain(
      'alle Daten des Vereins heruntergeladen',
    )
    expect((await owner.get(pathOf(club))).text).toContain('Zuletzt vollständig heruntergeladen')
  })

  it('asks for a proof, and is for owners alone', async () => {
    const club = await workspace()
    const stale = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - HOUR) })
    const asked = await download(pathOf(club), sentBy(stale))
    expect([asked.status, asked.headers.get('Location')]).toEqual([
      303,
      expect.stringMatching(/^\/dashboard\/prove\?to=.*take-out$/),
    ])
    for (const role of ['office', 'treasurer', 'auditor'] as const) {
      const staff = await staffOf(club, role)
      expect([
        (await staff.get(pathOf(club))).status,
        (await download(pathOf(club), sentBy(staff))).status,
      ]).toEqual([403, 403])
    }
    expect((await eventsOf(club)).map(({ action }) => action)).not.toContain('workspace.exported')
    expect(await rows('SELECT exporting_since FROM workspaces WHERE id = ?', club.id)).toEqual([
      { exporting_since: null },
    ])
  })

  it('works while the association is suspended, and waits for another download', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    await operator('PUT', `/operator/workspaces/${club.id}/suspension`)
    expect((await owner.get(`/dashboard/${club.id}`)).text).toContain(`href="${pathOf(club)}"`)
    expect((await download(pathOf(club), sentBy(owner))).status).toBe(200)
    await rows('UPDATE workspaces SET exporting_since = ? WHERE id = ?', new Date().toISOString(), club.id)
    const refused = await owner.submit(pathOf(club))
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Das läuft schon')])
  })
})
