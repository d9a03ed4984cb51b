import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { bookFacts, dateIssue, requireOpenYears, selectBook } from '../../book/book-facts'
import { showsIbans } from '../../persons/mask'
import { requireNoErrors, validate } from '../../shared/validation'
import { withReason } from '../../shared/with-reason'
import { type BankLine, lineToApi, requireLine, selectLines, TO_BANK } from '../lines/bank-line'
import { revisionIssues } from './line-issues'
import { type LineAct, lineAfter, writeLines } from './write'

/**
 * Ignores a line, which leaves the inbox without being booked. Two trips. Throws `permission_missing`, `not_found`, and
 * `invalid` for one of which a part is assigned.
 */
export async function ignoreLine(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<BankLine> {
  return act(principal, TO_BANK, async (tx) => {
    const { line, credential } = await load(tx, id)
    const { reason } = validate(withReason, body, function* () {
      if (line.state === 'ignored') yield [['bank_line_id'], { code: 'line_ignored_before' }] as const
      else if (line.assigned_amount !== 0) yield [['bank_line_id'], { code: 'line_in_part' }] as const
    })
    const ignored: LineAct = {
      line,
      after: { state: 'ignored', ignore_reason: reason },
      action: 'bank_line.ignored',
    }
    return write(tx, ignored, showsIbans(credential))
  })
}

/**
 * Puts an ignored line back into the inbox; with a `revision`, only as it was shown. Two trips. Throws
 * `permission_missing`, `not_found`, and `invalid` for one that is not ignored, or is in a closed year.
 */
export async function restoreLine(
  principal: Principal,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<BankLine> {
  return act(principal, TO_BANK, async (tx) => {
    const { line, book, credential } = await load(tx, id)
    const date = dateIssue(book, line.booked_on, tx.now)
    requireNoErrors([...revisionIssues(line, revision)])
    if (line.state !== 'ignored') requireNoErrors([[['bank_line_id'], { code: 'line_not_ignored' }]])
    if (date) requireNoErrors([[['bank_line_id'], date]])
    const restored: LineAct = {
      line,
      after: { state: 'open', ignore_reason: null },
      action: 'bank_line.restored',
    }
    return write(tx, restored, showsIbans(credential), (workspace) => [
      requireOpenYears(workspace, book, [line.booked_on]),
    ])
  })
}

async function load(tx: Tx, id: string) {
  const workspace = tx.workspace()
  const { credential, ...rows } = await tx.read({
    lines: selectLines(workspace, sql`bank_lines.id = ${id}`),
    ...selectBook(workspace),
  })
  return { credential, line: requireLine(rows.lines), book: bookFacts(rows) }
}

async function write(
  tx: Tx,
  act: LineAct,
  showsIban: boolean,
  guards: (workspace: Sql) => Sql[] = () => [],
): Promise<BankLine> {
  const workspace = tx.writable()
  await tx.write({
    guards: guards(workspace),
    written: writeLines(tx.actor, workspace, [act]),
  })
  return lineToApi(lineAfter(act), showsIban)
}
