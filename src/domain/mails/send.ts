import { failUnless } from '../../db/guard'
import { sql } from '../../db/sql'
import { act } from '../access/act'
import type { StaffPrincipal } from '../staff/principal'
import { reachOf } from './audience'
import { TO_SEND } from './mail'
import { DAILY_MAILS } from './quota'
import { insertRecipients, markIn, markOf, type Sending } from './recipients'
import { type Review, reviewMail } from './review'
import { startSending } from './start'

/**
 * What became of a draft: it is being sent, which the queue is to be told; it would go to others than were confirmed;
 * or something is in the way that the review tells.
 */
export type SendOutcome =
  | { outcome: 'sending'; sending: Sending }
  | { outcome: 'changed' | 'refused'; review: Review }

/**
 * Sends a draft to those whom the review with this mark has shown: makes them its recipients, and returns what the queue is to
 * be told. Three trips. Throws what `reviewMail` throws.
 */
export async function sendMail(
  principal: StaffPrincipal,
  { id, mark }: { id: string; mark: string },
): Promise<SendOutcome> {
  return act(principal, TO_SEND, async (tx) => {
    const review = await reviewMail(tx, { id })
    const { mail, mails, persons } = review
    if (isRefused(review)) return { outcome: 'refused', review }
    if (review.mark !== mark) return { outcome: 'changed', review }
    const workspace = tx.writable()
    const { ranges } = await tx.write({
      guard: failUnless(sql`EXISTS (
        SELECT 1 FROM mails WHERE workspace_id = ${workspace} AND id = ${id} AND state = 'draft'
          AND revision = ${mail.revision})`),
      recipients: insertRecipients(workspace, {
        mailId: id,
        audience: review.audience,
        reach: reachOf(mail),
        today: review.context.today,
      }),
      confirmed: failUnless(sql`${markIn(workspace, id)} = ${markOf({ persons, mails })}`),
      ...startSending(tx, workspace, mail),
    })
    return {
      outcome: 'sending',
      sending: { workspaceId: tx.current().workspace.id, mailId: id, ranges },
    }
  })
}

/** Whether something is in the way of sending. */
export const isRefused = ({ mails, lacksPortal, sentToday }: Review): boolean =>
  mails === 0 || lacksPortal || sentToday + mails > DAILY_MAILS
