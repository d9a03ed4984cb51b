const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Ids in the order of creation: prefix, 8 characters of time, 16 random ones. */
export function newIds(
  prefix: 'per' | 'fee' | 'bat' | 'pay' | 'run' | 'dbt' | 'stm' | 'lin' | 'drn',
  count: number,
): string[] {
  let time = ''
  for (let rest = Date.now(); rest > 0; rest = Math.floor(rest / 62)) time = `${BASE62[rest % 62]}${time}`
  const bytes = new Uint8Array(16 * count)
  // The platform fills 64 KiB at once.
  for (let from = 0; from < bytes.length; from += 65_536)
    crypto.getRandomValues(bytes.subarray(from, from + 65_536))
  const randoms = Array.from({ length: count }, (_, index) => {
    let text = ''
    for (const byte of bytes.subarray(16 * index, 16 * index + 16)) text += BASE62[byte % 62]
    return text
  }).sort()
  return randoms.map((random) => `${prefix}_${time.padStart(8, '0')}${random}`)
}

const DIGITS = new Map([...BASE62].map((digit, value) => [digit, value]))

// 62 ** 6: six characters of an id are a number that a double holds exactly.
const SIX = 56_800_235_584n

/** The creditor reference of a fee or another id: the first 18 characters behind the prefix of its id, and check digits. */
export function feeReference(id: string): string {
  const six = (from: number) => {
    let value = 0
    for (const digit of id.slice(from, from + 6)) value = value * 62 + (DIGITS.get(digit) ?? 0)
    return BigInt(value)
  }
  const body = ((six(4) * SIX + six(10)) * SIX + six(16)).toString(36).toUpperCase().padStart(21, '0')
  let rest = 0
  for (const character of `${body}RF00`) {
    const digit = Number.parseInt(character, 36)
    rest = (rest * (digit > 9 ? 100 : 10) + digit) % 97
  }
  return `RF${String(98 - rest).padStart(2, '0')}${body}`
}
