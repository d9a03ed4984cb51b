/** How long a challenge can be answered, in milliseconds. */
export const CHALLENGE_MILLISECONDS = 5 * 60 * 1000

/** The algorithms of signatures that are accepted: ES256 and, for older Windows, RS256. */
export const ALGORITHMS = [-7, -257]

/** The domain that the passkeys of an origin belong to. */
export const relyingPartyId = (origin: string): string => new URL(origin).hostname
