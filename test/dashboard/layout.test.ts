import { expect, it } from 'vitest'
import { call } from '../support/call'
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
  const club = await workspace()
  const staff = await staffOf(club, 'treasurer', { email: 'kasse@example.org' })
  const { text } = await staff.get(`/dashboard/${club.id}`)
  for (const part of [
    'TSV Aufbau 04',
    'Staff treasurer',
    'kasse@example.org',
    'action="/dashboard/sign-out"',
  ])
    expect(text).toContain(part)
})
