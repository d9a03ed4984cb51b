import { customAlphabet } from 'nanoid'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix = 'per' | 'col' | 'fee' | 'wsp' | 'key' | 'cst' | 'cat'

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

export const newId = (prefix: IdPrefix, now: Date): string => newIds(prefix, now, 1).join()
