import type { QueuedMail } from '../../src/env'
import { call } from './call'
import { ibanOf } from './direct-debit-file'
import { CREDITOR, setDay, TODAY } from './direct-debits'
import { textOf } from './html'
import { appliedPath, FAMILY, joinable } from './join'
import { deliverMails, filledForm, PUBLIC_URL, submit } from './portal'
import type { Workspace } from './workspace'

export const IBAN = ibanOf(5)

/** A family whose first person gives a mandate for all. */
export const WITH_MANDATE: Record<string, string> = {
  ...FAMILY,
  'bank_account.iban': IBAN,
  'family.mandate': '1',
}

/** A workspace with a creditor, whose form takes mandates; on `TODAY`. */
export function collectingForm(
  mandate = 'offered',
  join_form: object = {},
  settings: object = {},
): Promise<Workspace> {
  setDay(TODAY)
  return joinable({ mandate, ...join_form }, { creditor: CREDITOR, ...settings })
}

/** Presses the button of the page that an application's link opens. Returns the answer and the mails that were queued. */
export async function confirmAt(path: string, change: Record<string, string> = {}) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const page = await call('GET', path, { headers: { 'Accept-Language': 'de' } })
  const form = { ...Object.fromEntries(await filledForm(page.text)), ...change }
  const answer = await submit(path, form, {
    headers: { 'Accept-Language': 'de' },
    env: { PUBLIC_URL, MAILS },
  })
  return { answer, queued, page: textOf(page.text) }
}

/** Applies with a mandate, and confirms. */
export const joinWithMandate = async (fields: Record<string, string> = WITH_MANDATE) =>
  confirmAt(await appliedPath('tsv', fields))

/** The path of the link by which a mail takes a mandate back. */
export async function takeBackPath(queued: QueuedMail[]): Promise<string> {
  const { sent } = await deliverMails(queued)
  return new URL(/https:\S+\/mandate\/[\w-]{43}/.exec(String(sent[0]?.text))?.[0] ?? '').pathname
}
