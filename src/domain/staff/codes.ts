import { customAlphabet } from 'nanoid'
import { sha256 } from '../shared/hash'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new code to type: eight characters of Crockford's base32, 40 random bits. */
export const newCode: () => string = customAlphabet(CROCKFORD, 8)

/** A code as people read it: two groups of four. */
export const groupCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A code as it was typed, in the form of {@link newCode}: look-alikes are what Crockford's base32 takes them for. */
export const normalizeCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** The stored hash of a code. It only holds for one request. */
export const codeHash = (requestHash: string, code: string): string => sha256(`${requestHash} ${code}`)
