const MOST_KEYS = 1000

// The hashes of the keys that this isolate has seen valid, the latest last.
const recentKeys = new Set<string>()

/** Records whether a key, named by its hash, was valid when a trip looked it up. */
export function rememberKey(tokenHash: string, isValid: boolean): void {
  recentKeys.delete(tokenHash)
  if (isValid) recentKeys.add(tokenHash)
  const [oldest] = recentKeys
  if (oldest !== undefined && recentKeys.size > MOST_KEYS) recentKeys.delete(oldest)
}

/**
 * Whether a key, named by its hash, was valid when this isolate last looked it up. A hint that a large body is worth
 * reading, never an admission: each trip looks the key up again.
 */
export const wasValid = (tokenHash = ''): boolean => recentKeys.has(tokenHash)
