import type { MailRow } from './mail'
import { dayOf } from './quota'

/** Whether what waits of a mail waits for tomorrow, since the quota of the mail service is used up today. */
export const waitsUntilTomorrow = ({ state, waiting, heldOn }: MailRow, now: Date): boolean =>
  state === 'sending' && waiting > 0 && heldOn === dayOf(now)
