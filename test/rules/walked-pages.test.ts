import { expect, it } from 'vitest'
import { type PageId, walkedPages } from '../support/walked-pages'
import { ROUTES } from './dashboard-routes/all'

const IMPORT = '/dashboard/:workspace/:list/import/:import_id'
const COLLECTION = '/dashboard/:workspace/direct-debits/:collection_id'

/** Pages that only an act leads to, and the walk that does it. */
const LED_TO: Record<string, string> = {
  [IMPORT]: 'dashboard-imports',
  [`${IMPORT}/columns`]: 'dashboard-imports',
  [`${IMPORT}/questions`]: 'dashboard-imports',
  [`${IMPORT}/check`]: 'dashboard-imports',
  [`${IMPORT}/missing`]: 'dashboard-imports',
  [`${IMPORT}/done`]: 'dashboard-imports',
  [`${IMPORT}/undo`]: 'dashboard-imports',
  '/dashboard/:workspace/fees/runs/:run_id': 'dashboard-dues',
  '/dashboard/:workspace/fees/runs/:run_id/discard': 'dashboard-dues',
  '/dashboard/:workspace/settings/join/preview': 'portal-join',
  '/dashboard/:workspace/account/passkeys/:passkey_id': 'dashboard-passkeys',
  '/dashboard/:workspace/direct-debits/new/release': 'dashboard-direct-debits',
  '/dashboard/:workspace/direct-debits/restored': 'dashboard-restored',
  [`${COLLECTION}/settle`]: 'dashboard-direct-debits',
  [`${COLLECTION}/items/:item_id/unblock`]: 'dashboard-direct-debits',
  [`${COLLECTION}/items/:item_id/remove`]: 'dashboard-direct-debits',
  '/dashboard/:workspace/mails/reminders/review': 'dashboard-reminders',
  '/dashboard/:workspace/mails/reminders/preview': 'dashboard-reminders',
  '/dashboard/:workspace/mails/held': 'dashboard-restored',
  '/dashboard/:workspace/mails/:mail_id/preview': 'dashboard-mails',
}

/** Pages that no walk opens: a question and a report on what was done, which `test/approved` has. */
const NOT_WALKED = [
  '/dashboard/:workspace/undo',
  '/dashboard/:workspace/fees/:fee_id/release',
  '/dashboard/:workspace/mails/sandbox',
]

const pages = [
  ...new Set(
    ROUTES.flatMap(({ route }) => {
      const [method, path = ''] = route.split(' ')
      return method === 'GET' && !/\.(json|txt)$/.test(path) ? path : []
    }),
  ),
]

const isParameter = (segment: string) => segment.startsWith(':')
const parametersIn = (route: string) => route.split('/').filter(isParameter).length

/** The route of a page: of those that fit, the one with the fewest parameters. */
function routeOf(path: string): string | undefined {
  const segments = path.split('/')
  const [route] = pages
    .filter((one) => {
      const parts = one.split('/')
      return (
        parts.length === segments.length &&
        parts.every((part, index) => isParameter(part) || part === segments[index])
      )
    })
    .toSorted((one, other) => parametersIn(one) - parametersIn(other))
  return route
}

const ids = new Proxy({}, { get: (_, name) => `:${String(name)}` }) as Record<PageId, string>

it('walks through every page of the dashboard that a link leads to', () => {
  const paths = Object.values(walkedPages(ids)).flatMap((section) => Object.values(section))
  const walked = paths.flatMap((path) => {
    const [address = ''] = path.split(/[? ]/)
    return routeOf(address.startsWith('/dashboard') ? address : `/dashboard/:workspace${address}`) ?? []
  })
  expect(new Set([...walked, ...Object.keys(LED_TO), ...NOT_WALKED])).toEqual(new Set(pages))
  expect(Object.keys(LED_TO).filter((route) => walked.includes(route))).toEqual([])
})

it('names walks that exist', () => {
  const walks = Object.keys(import.meta.glob('../e2e/browser/*.ts'))
  expect(Object.values(LED_TO).filter((walk) => !walks.includes(`../e2e/browser/${walk}.ts`))).toEqual([])
})
