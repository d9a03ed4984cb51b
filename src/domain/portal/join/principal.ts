import type { Db } from '../../../db/client'
import { type WorkspaceRow, workspaces } from '../../../db/schema'
import { allColumns, sql } from '../../../db/sql'
import { type ActingRequest, actorOf } from '../../access/actor'
import type { Credential, Principal } from '../../access/principal'
import { DomainError } from '../../shared/errors'
import { sha256 } from '../../shared/hash'
import type { FamilyInput } from './family'
import { OPEN_JOIN_FORM } from './form'
import { selectIsFull } from './limits'

/** Who asks with the link that confirms an application. */
export type ApplicantPrincipal = Principal<ApplicantCredential> & {
  /** The credential of the last trip. Throws `not_found` before the first one. */
  current(): ApplicantCredential
  tokenHash: string
}

/** The workspace of an application, and what it says; undefined once it is confirmed. */
export type ApplicantCredential = Credential & {
  workspace: WorkspaceRow
  application: Application | undefined
  /** Whether the workspace has got all applications that it takes now. */
  isFull: boolean
  /** Whether a later application with the same address waits. */
  hasNewer: boolean
}

/** An application that waits: the persons by the keys of the API, and the statutes that were agreed to, and when. */
export type Application = { family: FamilyInput; statutesUrl: string; requestedAt: string }

type CredentialRow = WorkspaceRow & { input: string; requestedAt: string; isFull: number; hasNewer: number }

/** The principal behind the token of a link. Each `query` throws `not_found` for an unknown token, and for an old one. */
export function applicantPrincipal(
  db: Db,
  { token, ...request }: ActingRequest & { token: string },
): ApplicantPrincipal {
  const { now } = request
  const tokenHash = sha256(token)
  const validSql = sql`token_hash = ${tokenHash} AND expires_at > ${now.toISOString()}`
  let current: ApplicantCredential | undefined
  return {
    db,
    now,
    id: tokenHash,
    tokenHash,
    // The applicant is the person that the act creates.
    actor: actorOf(request, {
      kind: 'member',
      door: 'portal',
      id: sql`subjects.id`,
      name: sql`subjects.name`,
    }),
    current: () => {
      if (!current) throw unknownLink()
      return current
    },
    workspace: () => sql`(SELECT workspace_id FROM join_requests WHERE ${validSql})`,
    writableWorkspace: ({ columns }) => sql`(
      SELECT workspaces.id FROM join_requests CROSS JOIN workspaces ON workspaces.id = workspace_id
      WHERE ${validSql} AND input <> '' AND ${OPEN_JOIN_FORM}
        AND workspaces.id = ${columns?.workspaceId ?? null} AND columns_version = ${columns?.version ?? null})`,
    lookup: sql<CredentialRow>`
      SELECT ${allColumns(workspaces)}, input, join_requests.created_at AS requestedAt,
        ${selectIsFull(now, sql`workspaces.id`)} AS isFull,
        EXISTS (
          SELECT 1 FROM join_requests AS newer
          WHERE newer.workspace_id = join_requests.workspace_id AND newer.input <> ''
            AND lower(newer.email) = lower(join_requests.email) AND newer.created_at > join_requests.created_at
            AND newer.expires_at > ${now.toISOString()}) AS hasNewer
      FROM join_requests CROSS JOIN workspaces ON workspaces.id = workspace_id WHERE ${validSql}`,
    credential: ([row]) => {
      if (!row) throw unknownLink()
      current = credentialFromRow(row as CredentialRow)
      return current
    },
  }
}

const unknownLink = (): DomainError => new DomainError('not_found', 'There is no such application.')

function credentialFromRow({
  input,
  requestedAt,
  isFull,
  hasNewer,
  ...workspace
}: CredentialRow): ApplicantCredential {
  return {
    workspace,
    permissions: ['members:read', 'members:write'],
    isFull: isFull === 1,
    hasNewer: hasNewer === 1,
    application: input === '' ? undefined : { ...applicationFrom(input), requestedAt },
  }
}

/** The stored text of an application. */
export const storedApplication = (
  { persons, isJoining, payer, guardian, mandate }: FamilyInput,
  statutesUrl: string | null,
): string =>
  JSON.stringify({
    ...{ persons, payer, guardian, mandate },
    ...{ is_joining: isJoining, statutes_url: statutesUrl },
  })

/** An application as it is stored. One of an earlier version has one person alone, and no mandate. */
export function applicationFrom(input: string): Pick<Application, 'family' | 'statutesUrl'> {
  const stored = JSON.parse(input)
  const {
    persons = [stored.person],
    is_joining: isJoining = true,
    payer = 0,
    guardian = null,
    mandate = null,
  } = stored
  return { family: { persons, isJoining, payer, guardian, mandate }, statutesUrl: stored.statutes_url }
}
