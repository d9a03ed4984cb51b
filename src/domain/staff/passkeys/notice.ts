/** A mail to staff whose passkeys changed: what happened, and the name of the passkey. */
export type PasskeyNotice = {
  email: string
  locale: string | null
  change: 'added' | 'removed'
  passkey: string
  requested_at: string
}
