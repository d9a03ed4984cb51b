import { expect, it } from 'vitest'
import { call } from '../support/call'
import { clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { setPortal } from '../support/portal'
import { workspace } from '../support/workspace'

it('loads immutable files of its own origin, and runs no script but one', async () => {
  const club = await workspace()
  await setPortal(club, { colour: '#c8102e' })
  const { headers, text } = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}`)
  const policy = headers.get('Content-Security-Policy')
  for (const directive of ["script-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"])
    expect(policy).toContain(directive)
  expect(policy).not.toContain('unsafe')
  expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|https?:\/\//)

  const files = [...text.matchAll(/(?:src|href)="(\/dashboard\/(?:style|enhance)\/[^"]+)"/g)].map(
    ([, path]) => path,
  )
  const [rules = ''] = headers.get('Speculation-Rules')?.match(/\/[^"]+/) ?? []
  const types: (string | null)[] = []
  for (const path of [...files, rules]) {
    const file = await call('GET', String(path))
    expect([file.status, file.headers.get('Cache-Control')], path).toEqual([
      200,
      expect.stringContaining('immutable'),
    ])
    types.push(file.headers.get('Content-Type'))
  }
  expect(types).toEqual([
    'text/css; charset=utf-8',
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
    'application/speculationrules+json',
  ])
})

it('names what a member of staff may open, and who they are', async () => {
  const { club, staff } = await clubOf(signedIn('treasurer', { email: 'kasse@example.org' }))
  const { text } = await staff.get(`/dashboard/${club.id}`)
  for (const part of [
    'TSV Aufbau 04',
    'Staff treasurer',
    'kasse@example.org',
    'action="/dashboard/sign-out"',
  ])
    expect(text).toContain(part)
})

it('keeps the navigation, language and colour of the association on pages that refuse or do not exist', async () => {
  const club = await workspace()
  await setPortal(club, { colour: '#c8102e' })
  const auditor = await staffOf(club, 'auditor')
  const at = (path: string) => `/dashboard/${club.id}${path}`
  await auditor.submit(at('/account'), { name: 'Ada', locale: 'en', shortcuts: 'on' })
  for (const [path, status, title] of [
    ['/nothing/here', 404, 'Nothing here'],
    ['/fees/fee_000000000000000000000000', 404, 'Nothing here'],
    ['/members', 403, 'No access'],
  ] as const) {
    const answer = await auditor.get(at(path), { headers: { 'Accept-Language': 'de' } })
    expect([answer.status, answer.cost.trips, answer.cost.rowsWritten], path).toEqual([status, 1, 0])
    expect(answer.text).toContain(`<h1>${title}</h1>`)
    for (const part of [
      '<html lang="en"',
      'id="navigation"',
      `href="${at('/fees')}"`,
      `href="${at('')}">To the home`,
    ])
      expect(answer.text, path).toContain(part)
    expect(answer.text.match(/\/dashboard\/style\//g)).toHaveLength(2)
  }
})

it('shows no navigation to those who are not signed in, or of an association that they do not work for', async () => {
  const [club, other] = [await workspace(), await workspace()]
  const auditor = await staffOf(club, 'auditor')
  for (const answer of [
    await call('GET', `/dashboard/${club.id}/nothing/here`),
    await auditor.get(`/dashboard/${other.id}/x/y`),
  ]) {
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('id="navigation"')
  }
})
