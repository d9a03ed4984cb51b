import { env } from 'cloudflare:workers'
import type { SessionKind } from '../../src/domain/access/session-rights'
import { storeLink } from '../../src/domain/portal/links'
import type { QueuedMail } from '../../src/env'
import { type Staff, staffOf } from './dashboard'
import {
  createLink,
  deliverMails,
  PUBLIC_URL,
  requestLink,
  type Session,
  sessionFrom,
  submit,
} from './portal'
import type { Workspace } from './workspace'

type Member = { id: string; email: string }

/** Signs a member in by a link of a kind; `staff` make those of staff, an office by default. */
export async function signInBy(
  kind: SessionKind,
  club: Workspace,
  member: Member,
  staff?: Staff,
): Promise<Session> {
  return sessionFrom(await submit(await linkOf(kind, club, member, staff)))
}

/** The path of a login link of a kind. */
export async function linkOf(
  kind: SessionKind,
  club: Workspace,
  { id, email }: Member,
  staff?: Staff,
): Promise<string> {
  switch (kind) {
    case 'own_mail':
      return linkFrom((await requestLink(club.id, email)).queued)
    case 'api':
      return createLink(club, { person_id: id })
    case 'bulk_mail':
      return bulkLink(club, { id, email })
    default:
      return staffLink(kind, club, id, staff ?? (await staffOf(club, 'office')))
  }
}

async function staffLink(kind: 'staff_mail' | 'staff_shown', club: Workspace, id: string, staff: Staff) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const path = `/dashboard/${club.id}/members/${id}/portal-link`
  const way = kind === 'staff_mail' ? 'mail' : 'show'
  const { text } = await staff.submit(path, { way }, { env: { PUBLIC_URL, MAILS } })
  return kind === 'staff_mail' ? linkFrom(queued) : loginPathIn(text)
}

/** As `mail/deliver.ts` makes it. */
async function bulkLink(club: Workspace, { id, email }: Member) {
  const rest = {
    area: 'regular' as const,
    list: 'members' as const,
    pays: 0 as const,
    isDeceased: 0 as const,
    leaveDate: null,
    name: '',
    timezone: null,
    isFormer: false,
  }
  const member = { id, email, workspaceId: club.id, generation: 0, ...rest }
  const link = { now: new Date(), workspaceId: club.id, members: [member], kind: 'bulk_mail' as const }
  return `/portal/${club.id}/login/${(await storeLink(env.PORTAL_LINKS, link)).token}`
}

const linkFrom = async (queued: QueuedMail[]) => loginPathIn((await deliverMails(queued)).sent[0]?.text ?? '')

const loginPathIn = (text: string): string => String(/\/portal\/[\w-]+\/login\/[\w-]{43}/.exec(text)?.[0])
