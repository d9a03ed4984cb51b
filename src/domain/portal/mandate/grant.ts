import * as z from 'zod'
import { sql } from '../../../db/sql'
import { act, only, type Tx } from '../../access/act'
import { isEeaIban } from '../../collections/eea'
import { MANDATE, PAYMENT_METHOD } from '../../person-fields/fields'
import { isSameHolder } from '../../persons/families/accounts'
import { keepGiven } from '../../persons/guards'
import { keepAccount } from '../../persons/old-addresses'
import { regularIn } from '../../persons/payers/facts'
import { planUpdate, updateStatements } from '../../persons/plan-update'
import { SUBJECT } from '../../persons/subject'
import { DomainError, invalid } from '../../shared/errors'
import { code, singleLine } from '../../shared/text'
import { validate } from '../../shared/validation'
import { type AccountNotice, accountNotices } from '../account-notices'
import { confirmingEmail, type PortalPrincipal } from '../principal'
import { hasRevisionSql, recordOfPerson } from '../record-of-person'
import type { PortalSession } from '../sessions'
import { grantChanges, keepEvidence } from './evidence'
import { keepBefore } from './reversals'
import { type MyMandate, viewMyMandate } from './view'

const grant = z.strictObject({
  holder: singleLine(70),
  iban: code(34).refine(isEeaIban, { error: 'must be a valid IBAN of the European Economic Area' }),
  agreed: z.literal('1', { error: 'is not confirmed' }),
})

/** What a member gives, and the text that it agreed to. */
type Grant = {
  body: Record<string, unknown>
  text: { version: string; paragraphs: (creditor: string) => string[] }
  tell: (notices: MandateNotice[]) => Promise<void>
}

/** A mail about a mandate that was given online, with a link that takes it back. */
export type MandateNotice = Omit<AccountNotice, 'iban_end'> & {
  iban_end: string
  /** Null if the person is the one who has the mandate when it is taken back. */
  person_id: string | null
  /** The workspace of the person, which may be below that of the portal. */
  person_workspace_id: string
  reference: string
  holder: string
  /** Where it was given, if not in the portal. */
  door?: 'join'
}

/**
 * Gives a mandate for the principal's person: the one that there is for another account of the same holder, else a new one.
 * A mail about it goes first, so that nothing is written without it. Three trips, one if nothing changes. Throws `not_found`
 * if the portal does not offer it to the person, and `invalid`, also after five changes within an hour, which no mail tells.
 */
export async function grantMandate(
  principal: PortalPrincipal,
  { body, text, tell }: Grant,
): Promise<{ outcome: 'granted' | 'amended' | 'unchanged'; session: PortalSession }> {
  let isTold = false
  return act(principal, { portalRights: ['change_account'] }, async (tx) => {
    const mine = await viewMyMandate(tx)
    const { session, creditor, living } = mine
    if (mine.obstacle !== null || !creditor) throw new DomainError('not_found', 'No mandate is given here.')
    const { holder, iban } = validate(grant, body)
    const isSame = living !== null && isSameHolder(living.holder, holder)
    if (isSame && living.iban === iban) return { outcome: 'unchanged', session }
    const reference = isSame ? living.reference : mine.newReference
    const update = planUpdate(session.context, session.person, {
      bank_account: { iban, signatory: isSameHolder(holder, mine.name) ? null : holder },
      [PAYMENT_METHOD]: 'direct_debit',
      ...(!isSame && {
        [MANDATE]: { reference, signature_date: session.context.today, last_used_on: null },
      }),
    })
    if (!isTold) {
      const notices = await accountNotices(tx, session, [update])
      if (notices.length === 0) throw invalid({ agreed: [{ code: 'too_many_mandates' }] })
      await tell(
        notices.map((notice) => ({
          ...notice,
          iban_end: iban.slice(-4),
          person_id: session.person.id,
          person_workspace_id: session.person.workspaceId,
          reference,
          holder,
        })),
      )
      isTold = true
    }
    await writeGrant(tx, mine, { update, reference, holder, iban, text })
    return { outcome: isSame ? 'amended' : 'granted', session }
  })
}

type Granted = Pick<Grant, 'text'> & {
  update: ReturnType<typeof planUpdate>
  reference: string
  holder: string
  iban: string
}

async function writeGrant(
  tx: Tx<PortalPrincipal>,
  { session, creditor, debtor }: MyMandate,
  { update, reference, holder, iban, text }: Granted,
): Promise<void> {
  const { person, context } = session
  const workspace = tx.writableWorkspace({
    columns: context.columnsVersion,
    portalRights: ['change_account'],
  })
  const { recorded, changed } = updateStatements(tx.actor, workspace, context, update)
  const account = update.patch.bank_account as string | null | undefined
  const { version: textVersion } = text
  const { written } = await tx.write({
    before: [
      recordOfPerson(
        tx.actor,
        workspace,
        { action: 'person.mandate_granted', subject: SUBJECT[person.list] },
        {
          personId: person.id,
          changes: grantChanges({
            ...{ reference, iban, textVersion, ibanBefore: debtor?.iban ?? null },
            text: text.paragraphs(creditor?.name ?? '').join('\n'),
          }),
          condition: hasRevisionSql(person.revision),
        },
      ),
      ...recorded,
      keepBefore(workspace, sql`persons.id = ${person.id} AND ${hasRevisionSql(person.revision)}`, {
        ...{ reference, account, confirmedBy: confirmingEmail(person), now: tx.now },
      }),
      ...keepAccount(workspace, person, { account, now: tx.now }),
    ],
    written: changed,
    evidence: keepEvidence(workspace, {
      ...{ personId: person.id, reference, holder, iban, textVersion },
      ...{ confirmedBy: confirmingEmail(person), now: tx.now },
    }),
    given: keepGiven(
      workspace,
      'account_given_at',
      sql`persons.id = ${person.id}`,
      tx.now,
      regularIn(workspace),
    ),
  })
  only(written)
}
