import { customAlphabet } from 'nanoid'

/** A new ISO 11649 creditor reference: `RF`, two check digits (ISO 7064 MOD 97-10) and 16 random characters. */
export function creditorReference(): string {
  const body = randomBody()
  const check = 98 - remainder97(`${body}RF00`)
  return `RF${String(check).padStart(2, '0')}${body}`
}

/** The remainder by 97 of a text read as ISO 7064 reads it, A as 10 to Z as 35. */
export function remainder97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const randomBody = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 16)
