import { Hono } from 'hono'
import * as z from 'zod'
import { query } from '../domain/access/query'
import { createPortalLink, newSession, requirePortal } from '../domain/portal/create-link'
import type { Env } from '../env'
import type { Access } from '../http/access'
import { endpoint } from '../http/endpoint'
import { originOf } from '../http/origin'
import { loginPath } from '../http/portal-paths'
import { dataOf } from '../http/response'

const session = z
  .object({
    url: z.string().describe('Personal login link, valid for 12 hours. Handle it like a password.'),
    person_ids: z.array(z.string()),
  })
  .meta({
    id: 'MemberPortalSession',
    examples: [
      {
        url: 'https://api.example.org/portal/tsv-lindental/login/8kQm1wX9Zc4VtY7uBn2LpR5sDf3GhJ6aKe0TiWoMvxE',
        person_ids: ['per_0VMtKcPBq7XJ3mZ1sWv9LdTe'],
      },
    ],
  })

/** API keys that may create links, of a workspace with a portal. The statuses include 404 for an unknown member. */
const canCreateLink: Access = {
  security: 'apiKey',
  parameters: [],
  errorStatuses: [402, 403, 404],
  authorize: (c) => query(c.var.principal, {}, requirePortal),
}

export const memberPortalSessions = new Hono<Env>().post(
  '/member_portal_sessions',
  ...endpoint({
    id: 'createMemberPortalSession',
    tag: 'Member portal',
    summary: 'Create a member portal session',
    description:
      'Names a member of the workspace, or of a workspace whose portal it manages, by exactly one identifier. ' +
      'An identifier of several members gives a session for all of them, at most 500. ' +
      'For each member it ends with the membership, unless that had ended before, and with a change of the email address. ' +
      'Who opens the link is the member, also in the log: mail it to the member, and show it to nobody else.',
    access: canCreateLink,
    body: newSession,
    answers: [201, dataOf(session), 'The login link and the members that it covers'],
  }),
  async (c) => {
    const request = { links: c.env.PORTAL_LINKS, body: c.req.valid('json') }
    const { token, personIds, idOrSlug } = await createPortalLink(c.var.principal, request)
    const url = `${originOf(c)}${loginPath(idOrSlug, token)}`
    return c.json({ data: { url, person_ids: personIds } }, 201)
  },
)
