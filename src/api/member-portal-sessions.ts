import { Hono } from 'hono'
import { z } from 'zod'
import { admitToPortal, createLink, newSession } from '../domain/portal/links'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { operation } from '../http/openapi'
import { originOf } from '../http/origin'
import { dataOf } from '../http/response'
import { body, ONE_MIB } from '../http/validate'

const session = z
  .object({
    url: z.string().describe('Personal login link, valid for 12 hours. Handle it like a password.'),
    person_ids: z.array(z.string()),
  })
  .meta({
    id: 'MemberPortalSession',
    examples: [
      {
        url: 'https://api.example.org/portal/login/8kQm1wX9Zc4VtY7uBn2LpR5sDf3GhJ6aKe0TiWoMvxE',
        person_ids: ['per_0VMtKcPBq7XJ3mZ1sWv9LdTe'],
      },
    ],
  })

export const memberPortalSessions = new Hono<Env>()
  .use('/member_portal_sessions/*', ...bearer)

  .post(
    '/member_portal_sessions',
    operation({
      id: 'createMemberPortalSession',
      tag: 'Member portal',
      summary: 'Create a member portal session',
      description:
        'Names a member of the workspace, or of a workspace whose portal it manages, by exactly one identifier. ' +
        'An identifier of several members gives a session for all of them, at most 500. ' +
        'For each member it ends with the membership, unless that had ended before.',
      answers: [201, dataOf(session), 'The login link and whom it lets in'],
      refuses: [400, 402, 403, 404, 413, 415, 422],
    }),
    body(newSession, ONE_MIB, (c) => admitToPortal(c.var.principal)),
    async (c) => {
      const { token, personIds } = await createLink(c.var.principal, c.env.PORTAL_LINKS, c.req.valid('json'))
      return c.json({ data: { url: `${originOf(c)}/portal/login/${token}`, person_ids: personIds } }, 201)
    },
  )
