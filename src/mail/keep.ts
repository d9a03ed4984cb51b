import { open } from '../db/client'
import { keepSandboxMail } from '../domain/mails/sandbox-mails'
import type { Bindings } from '../env'

/**
 * Keeps a mail of the sandbox with this id, for staff and API keys to read, and returns true; returns false without an id: the mail is
 * to be sent. Every function that hands mails to a mail service calls this first.
 */
export async function keepsMail(
  { DB }: Pick<Bindings, 'DB'>,
  sandboxId: string | null,
  mail: { to: string; subject: string; text: string },
): Promise<boolean> {
  if (sandboxId === null) return false
  await keepSandboxMail(open(DB), sandboxId, mail, new Date())
  return true
}
