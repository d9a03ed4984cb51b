import type { Role } from '../../../src/domain/staff/roles'
import type { Workspace } from '../../support/workspace'

/** What a test of a route uses. */
export type Fixture = { club: Workspace; memberId: string; contactId: string; feeId: string }

/** A page or an act of a workspace: the roles that may use it, what a form sends, and whether it needs a fresh proof. */
export type Route = {
  route: string
  roles: readonly Role[]
  fields?: (fixture: Fixture) => Record<string, string>
  needsProof?: boolean
  isDownload?: boolean
}

export const OWNER = ['owner'] as const
export const BOOKKEEPERS = ['owner', 'treasurer'] as const
/** The roles that read the cash book, statements and direct debits. */
export const BOOK_READERS = ['owner', 'treasurer', 'auditor'] as const
export const READERS = ['owner', 'office', 'treasurer'] as const
export const WRITERS = ['owner', 'office'] as const
