import type { Answer, Options } from './call'
import type { Browser } from './dashboard'
import { cookieFor, DONE_COOKIE } from './done-cookie'

/**
 * Where an answer leads, and what the page there is told of the form: `/fees after pay?count=2&amount=9000`. The address
 * alone where it is told nothing.
 */
export function leadsTo({ headers }: Pick<Answer, 'headers'>): string {
  const location = headers.get('Location') ?? ''
  const told = cookieIn(headers)
  if (told === undefined) return location
  const { path, word, batch, about, numbers, days } = JSON.parse(decodeURIComponent(told))
  if (path !== new URL(location, 'https://x').pathname) throw new Error(`${location}, but tells ${path}`)
  const entries = Object.entries({ batch, about, ...numbers, days: days?.join(',') })
  const query = entries.flatMap(([name, value]) => (value || value === 0 ? [`${name}=${value}`] : []))
  return `${location} after ${[word, query.join('&')].filter(Boolean).join('?')}`
}

/** Opens a page as {@link leadsTo} names it, with what it is told. */
export async function openAfter(
  browser: Pick<Browser, 'get' | 'setCookie'>,
  place: string,
  options: Options = {},
): Promise<Answer> {
  const [address = '', told] = place.split(' after ')
  if (told !== undefined) browser.setCookie(DONE_COOKIE, cookieFor(address, told))
  return browser.get(address, options)
}

function cookieIn(headers: Headers): string | undefined {
  const [value] = headers
    .getSetCookie()
    .flatMap((cookie) => (cookie.startsWith(`${DONE_COOKIE}=`) ? [cookie.slice(DONE_COOKIE.length + 1)] : []))
  return value?.startsWith(';') ? undefined : value?.split(';')[0]
}
