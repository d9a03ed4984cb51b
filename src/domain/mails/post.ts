import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import { storeResult } from '../access/idempotency'
import { LISTS, listNamed } from '../access/lists'
import { type Principal, workspaceCte } from '../access/principal'
import { queryToday } from '../persons/query-today'
import { portalOpenTo } from '../portal/coverage'
import { namedSelection, readSelection, selectionIssues, selectUnknown } from '../segments/named-selection'
import { newId } from '../shared/ids'
import { validate } from '../shared/validation'
import { type Addressed, inAudienceSql, reachOf, storedAudience, unreachedReason } from './audience'
import { type Mail, mailContent, TO_SEND } from './mail'
import { mailIssues } from './mail-issues'
import { placeholdersOf } from './placeholders'
import { DAILY_MAILS, selectSentToday } from './quota'
import { insertRecipients, MAX_RECIPIENTS, markIn, markOf, type Sending, selectReached } from './recipients'
import { startSending } from './start'

/** The body that sends a mail: to `person_ids`, or to the persons of a list who match a `filter` or whom a segment has. */
export const newMail = z
  .strictObject({
    ...mailContent,
    list: z.enum(LISTS),
    ...namedSelection(MAX_RECIPIENTS),
    to_payers: z
      .boolean()
      .nullish()
      .describe(
        'Whether it goes to who pays for these persons, once for each family, and not to those whom somebody of the list pays for. Placeholders have the values of the payer, and fees are those of the family.',
      ),
  })
  .meta({
    examples: [
      {
        list: 'members',
        kind: 'official',
        subject: 'Invitation to the general meeting',
        body: '{{salutation}},\n\nyour data and fees: {{portal_link}}',
        filter: {},
      },
    ],
  })

/** How many persons of the audience get no mail, by reason. */
export const leftOut = z.object({
  no_address: z.int(),
  blocked: z.int(),
  unsubscribed: z.int(),
  deceased: z.int(),
})

export type PostedMail = { mail: Mail & { left_out: z.infer<typeof leftOut> }; sending: Sending | undefined }

/**
 * Sends a mail to persons of a list, all who can be reached. Two trips, one more with a segment. Returns what the queue is to be told, nothing for a
 * request that took effect before. Throws what `requireList` throws, `permission_missing`, and `invalid`.
 */
export async function postMail(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<PostedMail> {
  let sending: Sending | undefined
  const stored = await act(principal, TO_SEND, async (tx) => {
    const posted = await post(tx, body)
    sending = posted.sending
    return posted.result
  })
  return { mail: JSON.parse(stored), sending }
}

async function post(tx: Tx, body: Record<string, unknown>) {
  const list = listNamed(String(body.list))
  const named = await readSelection(tx, list, body)
  const { selection, key: to } = named
  const audience = { list, selection, toPayers: body.to_payers === true }
  const reach = reachOf({ kind: body.kind === 'news' ? 'news' : 'official', ...textsOf(body) })
  const workspace = tx.workspace()
  const { context, credential, rows } = await queryToday(tx, list, 'read', (today) => ({
    reached: selectReached(workspace, { audience, reach, today }),
    leftOut: countLeftOut(workspace, { audience, reach, today }),
    unknown: selectUnknown(workspace, list, selection),
    sentToday: selectSentToday(workspace, tx.now),
    portal: sql<{ id: string | null }>`SELECT ${portalOpenTo(workspace)} AS id`,
  }))
  const { persons = 0, mails = 0 } = rows.reached[0] ?? {}
  const input = validate(newMail, body, function* (given) {
    yield* mailIssues(given, context, null)
    const unknownRefusal = { code: 'mail_person_unknown', list } as const
    yield* selectionIssues(named, { context, credential, unknown: rows.unknown, unknownRefusal })
    if (named.refused) return
    if (persons > MAX_RECIPIENTS) yield [[to], { code: 'too_many_recipients', max: MAX_RECIPIENTS }]
    else if (mails === 0) yield [[to], { code: 'nobody_reached' }]
    if ((rows.sentToday[0]?.count ?? 0) + mails > DAILY_MAILS)
      yield [[to], { code: 'daily_mails_exceeded', max: DAILY_MAILS }]
    if (placeholdersOf(textsOf(given)).includes('portal_link') && !rows.portal[0]?.id)
      yield [['body'], { code: 'portal_off' }]
  })
  const id = newId('mai', tx.now)
  const writable = tx.writable()
  const createdAt = tx.now.toISOString()
  const mail: PostedMail['mail'] = {
    id,
    state: 'sending',
    kind: input.kind,
    occasion: null,
    list,
    subject: input.subject,
    body: input.body,
    counts: { total: mails, waiting: mails, sent: 0, failed: 0, skipped: 0, unknown: 0 },
    created_at: createdAt,
    sent_at: createdAt,
    held_for: null,
    left_out: {
      no_address: 0,
      blocked: 0,
      unsubscribed: 0,
      deceased: 0,
      ...Object.fromEntries(rows.leftOut.map(({ reason, count }) => [reason, count])),
    },
  }
  const result = JSON.stringify(mail)
  const { ranges } = await tx.write({
    created: sql`
      INSERT INTO mails (workspace_id, id, state, kind, list_id, audience, subject, body, created_at, updated_at)
      SELECT ${writable}, ${id}, 'draft', ${input.kind}, ${list}, ${storedAudience(audience)},
        ${input.subject}, ${input.body}, ${createdAt}, ${NOW}`,
    recipients: insertRecipients(writable, { mailId: id, audience, reach, today: context.today }),
    confirmed: failUnless(sql`${markIn(writable, id)} = ${markOf({ persons, mails })}`),
    ...startSending(tx, writable, mail),
    result: storeResult(tx, result),
  })
  return { result, sending: { workspaceId: credential.workspace.id, mailId: id, ranges } }
}

const textsOf = ({ subject, body }: Record<string, unknown>) => ({
  subject: typeof subject === 'string' ? subject : '',
  body: typeof body === 'string' ? body : '',
})

const countLeftOut = (workspace: Sql, { audience, reach, today }: Addressed) => sql<{
  reason: string
  count: number
}>`
  WITH ${workspaceCte(workspace)}
  SELECT reason, count(*) AS count FROM (
    SELECT ${unreachedReason(audience, reach)} AS reason FROM persons WHERE ${inAudienceSql(audience, today)})
  WHERE reason IS NOT NULL GROUP BY reason`
