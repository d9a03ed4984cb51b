import { crc32 } from 'node:zlib'
import { letterOf, type Place } from '../../db/places'
import { sha256 } from '../shared/hash'
import { base62, randomBase62 } from '../shared/ids'

const TOKEN = /^mas_((?:[b-z]_)?[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/**
 * A new bearer key: `mas_`, the letter of its place and `_` unless that is the first database, 30 random base62 characters, and the
 * CRC-32 of both in six. Shown once, stored as its hash.
 */
export function mintToken(place: Place): string {
  const letter = letterOf(place)
  const secret = `${letter && `${letter}_`}${randomBase62(30)}`
  return `mas_${secret}${checksum(secret)}`
}

/** The stored hash of a bearer key, or undefined if its checksum already tells that it was never issued. */
export function tokenHash(token: string): string | undefined {
  const [, secret, check] = TOKEN.exec(token) ?? []
  return secret && check === checksum(secret) ? sha256(token) : undefined
}

const checksum = (secret: string): string => base62(crc32(secret), 6)
