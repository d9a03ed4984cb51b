import { WriteConflict } from '../../db/client'
import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS, type Tx } from '../access/act'
import { formIssues } from '../persons/form-rules'
import { keepGiven } from '../persons/guards'
import { keepAccount } from '../persons/old-addresses'
import { parsePerson } from '../persons/person'
import { type PlannedUpdate, planUpdate, updateStatements } from '../persons/plan-update'
import type { PersonInput } from '../persons/schemas'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'
import { type AccountNotice, accountNotices } from './account-notices'
import { editableFields } from './cards'
import { keepAmendment } from './mandate/evidence'
import { type ChangedMandate, changedMandate, hasOtherHolder, recordMandate } from './mandates'
import { type MyPerson, relativesOf, viewMyPerson } from './my-data'
import { type PortalPrincipal, withPerson } from './principal'
import type { PortalField } from './settings'
import { rightsToChange } from './shown'

/** The data of a person, and the fields of one card that members may change. */
export type CardData = MyPerson & { editable: PortalField[] }

/** What a form of a card asks for, once it is read against what is stored. */
export type CardInput = {
  /** What it changes, as the body of an update. */
  changes: PersonInput
  /** What keeps it from being saved, other than the values themselves. */
  issues: Issue[]
  /** The ids of relatives who get the address or bank account as well. */
  relatives: string[]
  /** Whether the member agrees to debits from another account under the mandate that there is. */
  isMandateConfirmed: boolean
}

/** Whether anything was asked for, and whether relatives got it, too. */
export type CardOutcome = 'saved' | 'saved_for_all' | 'unchanged'

/** What says that a mandate is not confirmed, under the path `mandate.confirmation`. */
export const UNCONFIRMED = 'is not confirmed'

/**
 * Updates one card of the data of the principal's person; `read` reads the form against what is stored, and what is stored
 * already counts as saved. A change of account is told first: where `tell` fails, nothing is written. Two trips, three for an
 * account, one if nothing changes. Throws `not_found` if members may change nothing
 * there, `permission_missing` if the session may not, and `invalid`.
 */
export async function updateCard(
  principal: PortalPrincipal,
  { card, read, tell }: Update,
): Promise<CardOutcome> {
  let isTold = false
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const data = await viewCard(tx, card)
    const input = read(data)
    const updates = updatesOf(data, input)
    const changes = updates.filter(({ isChange }) => isChange)
    const notices = isTold ? [] : await accountNotices(tx, data.session, changes)
    if (notices.length > 0) await tell(notices)
    isTold ||= notices.length > 0
    await write(tx, data, changes)
    if (Object.keys(input.changes).length === 0 && changes.length === 0) return 'unchanged'
    return updates.length > 1 ? 'saved_for_all' : 'saved'
  })
}

type Update = {
  card: string
  read: (data: CardData) => CardInput
  tell: (notices: AccountNotice[]) => Promise<void>
}

/** Gets the data of the principal's person for the form of a card. One trip. Throws as {@link editableFields}. */
export async function viewCard(principal: PortalPrincipal, card: string): Promise<CardData> {
  const data = await viewMyPerson(principal)
  return { ...data, editable: editableFields(data.fields, card) }
}

/** The field of a card that a family may have in common; undefined if it has none. */
export const sharedField = (editable: PortalField[]): string | undefined =>
  editable.find(({ key }) => key === 'address' || key === 'bank_account')?.key

type CardUpdate = PlannedUpdate & { mandate: ChangedMandate | undefined }

/** The update of the person, then of each relative who gets the same. Throws `invalid`. */
function updatesOf(
  data: CardData,
  { changes, issues, relatives, isMandateConfirmed }: CardInput,
): CardUpdate[] {
  const { session, person, editable } = data
  const { context } = session
  const shared = sharedField(editable)
  const chosen = shared ? relativesOf(session, shared).filter(({ id }) => relatives.includes(id)) : []
  const common = shared ? { [shared]: { ...person, ...changes }[shared] } : {}
  const asked = [{ row: session.person, body: changes }, ...chosen.map((row) => ({ row, body: common }))].map(
    ({ row, body }) => {
      const stored = parsePerson(row, context)
      return { row, body, stored, mandate: changedMandate(stored, body) }
    },
  )
  const isUnconfirmed = !isMandateConfirmed && asked.some(({ mandate }) => mandate)
  const canEdit = (key: string) => editable.some((field) => field.key === key)
  return asked.map(({ row, body, stored, mandate }, index) => {
    const update = planUpdate(context, row, body, function* (given) {
      // A relative who has no account loses none.
      const isChange = index === 0 || isGiven(stored[shared ?? ''])
      if (isChange) yield* formIssues(given, { stored, today: context.today, canEdit })
      if (isChange && hasOtherHolder(stored, given))
        yield [['bank_account', 'signatory'], { code: 'holder_needs_mandate' }]
      if (index > 0) return
      yield* issues
      if (isUnconfirmed) yield [['mandate', 'confirmation'], { code: 'mandate_unconfirmed' }]
    })
    return { ...update, mandate }
  })
}

/** Writes updates in one trip, each under a tenant filter that proves its person to be one of the session. */
async function write(tx: Tx<PortalPrincipal>, data: CardData, updates: CardUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const { context } = data.session
  const portalRights = data.editable.flatMap(rightsToChange)
  const acts = updates.map((update) => {
    const { row, mandate } = update
    const named = withPerson(tx, row.id)
    const workspace = named.writableWorkspace({ columns: context.columnsVersion, portalRights })
    const { recorded, changed } = updateStatements(tx.actor, workspace, context, update)
    const agreed = mandate ? [recordMandate(tx.actor, workspace, row, mandate)] : []
    const writtenSql = sql`persons.id = ${row.id} AND revision = ${row.revision + 1}`
    const amended = mandate
      ? [
          keepAmendment(
            workspace,
            {
              ...{ reference: mandate.reference, holder: mandate.holder, iban: mandate.after },
              ...{ textVersion: null, confirmedBy: data.session.person.email, now: tx.now },
            },
            sql`EXISTS (SELECT 1 FROM persons WHERE persons.workspace_id = mandates.workspace_id AND list_id = 'members'
              AND area = 'regular' AND ${writtenSql})`,
          ),
        ]
      : []
    const account = update.patch.bank_account as string | null | undefined
    const kept = keepAccount(workspace, row, { account, now: tx.now })
    const given = account ? [keepGiven(workspace, 'account_given_at', writtenSql, tx.now)] : []
    return { before: [...agreed, ...recorded, ...kept], changed, given: [...amended, ...given] }
  })
  const { written } = await tx.write({
    before: acts.flatMap(({ before }) => before),
    written: acts.map(({ changed }) => changed),
    given: acts.flatMap(({ given }) => given),
  })
  if (written.length < updates.length) throw new WriteConflict()
}
