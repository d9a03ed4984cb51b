import { openHome } from '../db/databases'
import { keepTold, kindOfWatch, listUntold, type Watch, type WatchKind } from '../domain/watch/watches'
import type { Bindings } from '../env'
import { publicOrigin } from '../http/origin'
import { AUTOMATIC } from './headers'

/** What each alarm means, and what to do. */
const MEANINGS: Record<WatchKind, string> = {
  dead_messages:
    'A queue has given up messages. GET /operator/dead_messages lists them; replay or delete them.',
  database_60:
    'A database is more than 60 % full. Plan what to do before it is full: RUNBOOK, "The database fills up".',
  database_80: 'A database is more than 80 % full. At 100 % nothing can be written to it any more.',
  needs_database:
    'No database has much room left for new workspaces. Add one: OPERATING, "More than one database".',
  hourly_failed: 'Jobs of the hourly run failed. They run again with the next one.',
  nightly_failed: 'Jobs of the nightly run failed. They run again in the next night.',
  backup_old:
    'No nightly backup has ended for 36 hours. See `back_up` in the log and GET /operator/dead_messages.',
  canary:
    'The canary club could not sign in, write, read or mail. Members may have the same trouble: RUNBOOK, "The canary fails".',
}

/**
 * Mails the operator what began to go wrong, and what ended. Without OPERATOR_EMAIL only /health shows it. One trip, and another
 * one after a mail; if the mail fails, it is tried with the next run.
 */
export async function tellOperator(env: Bindings, now: Date): Promise<void> {
  if (!env.OPERATOR_EMAIL) return
  const db = openHome(env)
  const watches = await listUntold(db)
  if (watches.length === 0) return
  const [begun, ended] = [
    watches.filter(({ raisedAt }) => raisedAt),
    watches.filter(({ raisedAt }) => !raisedAt),
  ]
  const subject = [
    ...(begun.length > 0 ? [`Alarm: ${namesOf(begun)}`] : []),
    ...(ended.length > 0 ? [`Over: ${namesOf(ended)}`] : []),
  ].join('. ')
  const origin = publicOrigin(env)
  await mailOperator(env, subject, [...watches.map(paragraphOf), ...(origin ? [`${origin}/health`] : [])])
  await keepTold(db, watches, now)
}

/** Mails the operator some paragraphs. Throws what the mail service throws. */
export async function mailOperator(
  { EMAIL, MAIL_FROM, OPERATOR_EMAIL }: Pick<Bindings, 'EMAIL' | 'MAIL_FROM' | 'OPERATOR_EMAIL'>,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  if (!OPERATOR_EMAIL) return
  const text = paragraphs.join('\n\n')
  await EMAIL.send({
    from: { name: 'Membership administration', email: MAIL_FROM },
    to: OPERATOR_EMAIL,
    headers: AUTOMATIC,
    subject,
    text,
  })
}

const namesOf = (watches: Watch[]): string => watches.map(({ name }) => name).join(', ')

function paragraphOf({ name, raisedAt, detail, checkedAt }: Watch): string {
  if (raisedAt === null) return `${name}: over since ${checkedAt}.`
  const meaning = MEANINGS[kindOfWatch(name)] ?? 'See the runbook.'
  return `${name}: since ${raisedAt}${detail ? ` (${detail})` : ''}. ${meaning}`
}
