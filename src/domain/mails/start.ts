import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import type { MailRow } from './mail'
import { countTowardsQuota } from './quota'
import { countWaiting, selectRanges } from './recipients'

/** The statements that begin to send a mail to the recipients that its batch has inserted. */
export const startSending = (
  principal: Pick<Principal, 'actor' | 'now'>,
  workspace: Sql,
  { id, subject }: Pick<MailRow, 'id' | 'subject'>,
) => {
  const mails = countWaiting(workspace, id)
  return {
    started: sql`
      UPDATE mails SET state = 'sending', total = ${mails}, waiting = ${mails}, revision = revision + 1,
        updated_at = ${NOW}, sent_at = ${NOW}
      WHERE workspace_id = ${workspace} AND id = ${id}`,
    quota: countTowardsQuota(workspace, principal.now, mails),
    recorded: recordEvents(principal.actor, workspace, { action: 'mail.sent', subject: 'mail' }, [
      { id, name: subject, changes: { state: ['draft', 'sending'] } },
    ]),
    ranges: selectRanges(workspace, id),
  }
}
