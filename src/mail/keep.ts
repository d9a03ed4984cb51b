import { open } from '../db/client'
import { keepSandboxMail } from '../domain/mails/sandbox-mails'
import type { Bindings } from '../env'

/**
 * Keeps a mail of the sandbox with this id, for staff and keys to read, and returns true. False for the mails of others, which
 * are to be sent. Whatever hands a mail to a mail service asks this before.
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
