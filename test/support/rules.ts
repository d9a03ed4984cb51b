import { vi } from 'vitest'
import { proposeReminders } from '../../src/domain/mails/reminders/propose'
import { reviewReminders } from '../../src/domain/mails/reminders/review'
import { type RemindOutcome, sendReminders } from '../../src/domain/mails/reminders/send'
import { saveRule } from '../../src/domain/mails/rules/save'
import { viewRule } from '../../src/domain/mails/rules/view'
import type { QueuedMailing } from '../../src/env'
import { runCron } from './cron'
import { deliverMails, mailings, type SentMail } from './mails'
import { PUBLIC_URL } from './portal'
import { principalOf } from './staff-principal'
import type { Workspace } from './workspace'

/** Sets the clock to an instant. */
export function setClock(instant: string): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(instant))
}

/** Switches the rule of an occasion on, with other values where they are given. */
export async function switchOn(club: Workspace, occasion: string, changes: object = {}) {
  const principal = await principalOf(club)
  const { rule } = await viewRule(principal, { occasion })
  const { subject, body, kind, offset_days } = rule
  return saveRule(principal, {
    occasion,
    body: { subject, body, kind, offset_days, enabled: true, ...changes },
  })
}

/** Runs the cron at an instant, and gives the mails that it sends. */
export async function mailsAt(instant: string): Promise<SentMail[]> {
  setClock(instant)
  const { queued, bindings } = mailings()
  await runCron(new Date(instant), bindings)
  return (await deliverMails(queued)).sent
}

/** Whom mails go to, and what they are about. */
export const subjectsOf = (mails: SentMail[]) => mails.map(({ to, subject }) => `${to}: ${subject}`).sort()

/** What the queue is told of reminders that are being sent. */
export const queuedOf = (outcome: RemindOutcome): QueuedMailing[] =>
  outcome.outcome !== 'sending'
    ? []
    : outcome.sendings.flatMap(({ workspaceId: workspace_id, mailId: mail_id, ranges }) =>
        ranges.map((range) => ({ workspace_id, mail_id, ...range, origin: PUBLIC_URL })),
      )

/** Sends all reminders that are proposed now; `meanwhile` happens before they are delivered. Gives the mails. */
export async function remind(club: Workspace, meanwhile = async () => {}): Promise<SentMail[]> {
  const principal = await principalOf(club)
  const { payers } = await proposeReminders(principal)
  const personIds = payers.map(({ person_id }) => person_id)
  const { mark } = await reviewReminders(principal, { personIds })
  const outcome = await sendReminders(principal, { personIds, mark })
  await meanwhile()
  return (await deliverMails(queuedOf(outcome))).sent
}
