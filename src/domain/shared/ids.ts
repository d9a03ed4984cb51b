import { customAlphabet } from 'nanoid'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'per'
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
  const randoms = Array.from({ length: count }, () => randomBase62(16)).sort()
  return randoms.map((random) => `${prefix}_${time}${random}`)
}

/** One id; see {@link newIds}. */
export const newId = (prefix: IdPrefix, now: Date): string => newIds(prefix, now, 1).join()

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
  let rest = [...digits].reduce((sum, digit) => sum * BigInt(from.length) + BigInt(from.indexOf(digit)), 0n)
  let text = ''
  for (; rest > 0n; rest /= BigInt(to.length)) text = `${to[Number(rest % BigInt(to.length))]}${text}`
  return text.padStart(length, to[0])
}
