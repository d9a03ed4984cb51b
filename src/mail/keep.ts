import { keepSandboxMail } from '../domain/mails/sandbox-mails'
import type { Bindings } from '../env'
import { locate } from '../http/open-database'

/**
 * Keeps a mail of the sandbox with this id, for staff and API keys to read, and returns true; returns false without an id: the mail is
 * to be sent. Every function that hands mails to a mail service calls this first.
 */
export async function keepsMail(
  env: Bindings,
  sandboxId: string | null,
  mail: { to: string; subject: string; text: string },
): Promise<boolean> {
  if (sandboxId === null) return false
  await keepSandboxMail(await locate(env, sandboxId), sandboxId, mail, new Date())
  return true
}
