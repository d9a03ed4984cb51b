import type { ActWithProof } from '../../../src/domain/staff/proofs'
import type { Role } from '../../../src/domain/staff/roles'
import type { Workspace } from '../../support/workspace'

/** What a test of a route uses. */
export type Fixture = {
  club: Workspace
  memberId: string
  contactId: string
  feeId: string
  importId: string
}

/** A page or an act of a workspace: the roles that may use it, what a form sends, and the act for which it needs a fresh proof. */
export type Route = {
  route: string
  roles: readonly Role[]
  fields?: (fixture: Fixture) => Record<string, string>
  /** The act that needs a fresh proof. */
  needsProof?: ActWithProof
  isDownload?: boolean
  /** It reads the workspace table by table, in as many trips as that takes. */
  readsAll?: boolean
}

export const OWNER = ['owner'] as const
export const BOOKKEEPERS = ['owner', 'treasurer'] as const
/** The roles that read the cash book, statements and direct debits. */
export const BOOK_READERS = ['owner', 'treasurer', 'auditor'] as const
export const READERS = ['owner', 'office', 'treasurer'] as const
export const WRITERS = ['owner', 'office'] as const
