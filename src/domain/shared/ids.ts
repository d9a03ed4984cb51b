import { customAlphabet } from 'nanoid'
import { letterOf, type Place } from '../../db/places'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'per'
  | 'app'
  | 'col'
  | 'fee'
  | 'wsp'
  | 'key'
  | 'cst'
  | 'cat'
  | 'stf'
  | 'ses'
  | 'bat'
  | 'seg'
  | 'pay'
  | 'run'
  | 'dbt'
  | 'acc'
  | 'stm'
  | 'lin'
  | 'vch'
  | 'cnt'
  | 'mai'
  | 'imp'
  | 'pln'
  | 'drn'
  | 'rul'
  | 'rsg'
  | 'bkg'
  | 'brl'
  | 'ded'
  | 'whk'
  | 'wha'
  | 'sbm'

/** Random text in base62, unbiased, from the platform's secure source. */
export const randomBase62 = customAlphabet(BASE62)

/** A whole number in base62, padded with zeros. */
export function base62(value: number, length: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = `${BASE62[rest % 62]}${text}`
  return text.padStart(length, '0')
}

/** Ids in the order of creation: prefix, 8 characters of millisecond time, 16 random ones, sorted within the batch. */
export function newIds(prefix: IdPrefix, now: Date, count: number): string[] {
  const time = base62(now.getTime(), 8)
  return randomTexts(count)
    .sort()
    .map((random) => `${prefix}_${time}${random}`)
}

const RANDOM_LENGTH = 16
// So many at once need 27,000 random bytes; the platform gives 65,536.
const AT_ONCE = 1000

/** Random texts, cut from longer ones: each call for random bytes takes longer than making a text of them. */
function randomTexts(count: number): string[] {
  const texts: string[] = []
  while (texts.length < count) {
    const wanted = Math.min(AT_ONCE, count - texts.length)
    const random = randomBase62(wanted * RANDOM_LENGTH)
    for (let from = 0; from < random.length; from += RANDOM_LENGTH)
      texts.push(random.slice(from, from + RANDOM_LENGTH))
  }
  return texts
}

/** One id; see {@link newIds}. */
export const newId = (prefix: IdPrefix, now: Date): string => newIds(prefix, now, 1).join()

/** The id of a new workspace, with the letter of its place: `wsp_b` and 24 characters in the second database. */
export const newWorkspaceId = (now: Date, place: Place): string =>
  newId('wsp', now).replace('_', `_${letterOf(place)}`)

/** Whether what an address names is the id of a workspace, and no slug. */
export const isWorkspaceId = (idOrSlug: string): boolean => idOrSlug.startsWith('wsp_')

/** The least id that can have been given at an instant. */
export const firstIdAt = (prefix: IdPrefix, instant: Date): string =>
  `${prefix}_${base62(Math.max(0, instant.getTime()), 8)}`

/** The instant at which an id was given, in milliseconds; 0 for other texts. */
export function instantOfId(id: string): number {
  const [, time = '0'] = /^[a-z]{3}_([0-9A-Za-z]{8})[0-9A-Za-z]{16}$/.exec(id) ?? []
  return Number(convert(time, BASE62, '0123456789', 1))
}

/** A number written in the digits of one alphabet, in those of another, padded to a length. */
export function convert(digits: string, from: string, to: string, length: number): string {
  let rest = 0n
  for (let start = 0; start < digits.length; start += AT_A_TIME) {
    let value = 0
    const end = Math.min(start + AT_A_TIME, digits.length)
    for (let index = start; index < end; index++)
      value = value * from.length + from.indexOf(digits.charAt(index))
    rest = rest * BigInt(from.length ** (end - start)) + BigInt(value)
  }
  let text = ''
  for (const size = BigInt(to.length ** AT_A_TIME); rest > 0n; rest /= size) {
    let value = Number(rest % size)
    // All digits of a piece but those before the first one of the number.
    for (let left = rest < size ? 0 : AT_A_TIME; value > 0 || left > 0; left--) {
      text = `${to[value % to.length]}${text}`
      value = Math.floor(value / to.length)
    }
  }
  return text.padStart(length, to[0])
}

/** So many digits of base 62 are a number that a double holds exactly. Big integers take much longer. */
const AT_A_TIME = 8
