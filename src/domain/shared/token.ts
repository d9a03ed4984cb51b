import { randomBytes } from 'node:crypto'

/** A secret for a link or a cookie: 256 random bits as base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')
