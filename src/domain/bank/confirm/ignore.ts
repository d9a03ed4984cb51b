import { retryOnConflict, trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { bookFacts, dateIssue, requireOpenYears, selectBook } from '../../book/book-facts'
import { showsIbans } from '../../collections/collection'
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
  return retryOnConflict(async () => {
    const { line, credential } = await load(principal, id)
    const { reason } = validate(withReason, body, function* () {
      if (line.state === 'ignored') yield [['bank_line_id'], { code: 'line_ignored_before' }] as const
      else if (line.assigned_amount !== 0) yield [['bank_line_id'], { code: 'line_in_part' }] as const
    })
    const act: LineAct = {
      line,
      after: { state: 'ignored', ignore_reason: reason },
      action: 'bank_line.ignored',
    }
    return write(principal, act, showsIbans(credential))
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
  return retryOnConflict(async () => {
    const { line, book, credential } = await load(principal, id)
    const date = dateIssue(book, line.booked_on, principal.now)
    requireNoErrors([...revisionIssues(line, revision)])
    if (line.state !== 'ignored') requireNoErrors([[['bank_line_id'], { code: 'line_not_ignored' }]])
    if (date) requireNoErrors([[['bank_line_id'], date]])
    const act: LineAct = {
      line,
      after: { state: 'open', ignore_reason: null },
      action: 'bank_line.restored',
    }
    return write(principal, act, showsIbans(credential), (workspace) => [
      requireOpenYears(workspace, book, [line.booked_on]),
    ])
  })
}

async function load(principal: Principal, id: string) {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { lines: selectLines(workspace, sql`bank_lines.id = ${id}`), ...selectBook(workspace) },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  return { credential, line: requireLine(rows.lines), book: bookFacts(rows) }
}

async function write(
  principal: Principal,
  act: LineAct,
  showsIban: boolean,
  guards: (workspace: Sql) => Sql[] = () => [],
): Promise<BankLine> {
  const workspace = principal.writableWorkspace(TO_BANK)
  await trip(principal.db, {
    guards: guards(workspace),
    written: writeLines(principal.actor, workspace, [act]),
  })
  return lineToApi(lineAfter(act), showsIban)
}
