import type { WorkspaceRow } from '../db/schema'
import { note } from '../db/work'
import type { Rejected } from '../domain/applications/reject'
import { parseFixedFields } from '../domain/persons/person'
import type { Bindings } from '../env'
import { nameOf } from '../http/log'
import { memberLocaleOf } from '../ui/i18n/locale'
import { renderMail } from '../ui/mail/render-mail'
import { lookOf } from './look'
import { senderOf } from './send-written'
import { placeholderValues } from './values'

/** Queues a mail to each address of rejected applicants: a family has one. The rejection stays, if one cannot be queued. */
export async function queueRejections(
  { MAILS }: Pick<Bindings, 'MAILS'>,
  workspace: WorkspaceRow,
  { persons, columns, text }: Rejected,
  origin: string,
): Promise<void> {
  if (!text) return
  const told = new Set<string>()
  for (const person of persons) {
    const { email } = parseFixedFields(person)
    if (typeof email !== 'string' || told.has(email.toLowerCase())) continue
    told.add(email.toLowerCase())
    const mail = renderMail({
      ...text,
      values: placeholderValues({ workspace, columns }, { person, fees: [], debits: [] }, ''),
      look: lookOf(workspace, origin),
      locale: memberLocaleOf(workspace),
    })
    try {
      await MAILS.send({
        kind: 'written',
        ...senderOf(workspace),
        to: email,
        ...mail,
        requested_at: new Date().toISOString(),
        origin,
      })
    } catch (error) {
      note('not_queued', nameOf(error))
    }
  }
}
