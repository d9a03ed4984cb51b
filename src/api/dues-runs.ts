import { Hono } from 'hono'
import * as z from 'zod'
import { getDuesRun } from '../domain/dues/get-run'
import { type DuesPart, duesPart, duesPartsQuery, listDuesParts } from '../domain/dues/list-parts'
import { duesRunsQuery, listDuesRuns } from '../domain/dues/list-runs'
import { newDuesRun, previewDues } from '../domain/dues/preview'
import { duesPreview } from '../domain/dues/preview-schema'
import { runDues } from '../domain/dues/run'
import { type DuesRun, duesRun, duesRunWithVersion } from '../domain/dues/runs'
import { discardDues, duesDiscard } from '../domain/payments/discard-dues'
import type { Env } from '../env'
import type { PathParameter } from '../http/access'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText, pageOf, pageWithETag } from '../http/response'
import { withPermission, withPermissionAndList } from './access'

const RUN_ID: PathParameter = {
  name: 'run_id',
  description: 'The `id` of the run',
  example: 'drn_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const newRunQuery = z.strictObject({
  dry_run: z.enum(['true', 'false']).optional().describe('`true` only previews, and writes nothing'),
})

export const duesRuns = new Hono<Env>()
  .get(
    '/dues_runs',
    ...endpoint({
      id: 'readDuesRuns',
      tag: 'Dues',
      summary: 'Read runs of dues, page by page',
      description:
        'In the order of their creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header.',
      access: withPermission('fees:read'),
      query: duesRunsQuery,
      paged: true,
      answers: [200, pageOf(duesRun), 'A page of runs'],
    }),
    async (c) => {
      const page = await listDuesRuns(c.var.principal, { query: c.req.valid('query') })
      return pageWithETag<DuesRun>(c, { ...page, items: page.runs.map((run) => JSON.stringify(run)) })
    },
  )

  .post(
    '/dues_runs',
    ...endpoint({
      id: 'runDues',
      tag: 'Dues',
      summary: 'Claim what persons owe by a plan',
      description:
        'Creates a fee for each person and day, with a part for each line. Each part is claimed once: a run for the same period claims ' +
        'what is missing, as of who joined since. `?dry_run=true` claims nothing and tells what would be claimed: persons of whom the ' +
        'plan does not say what they owe come first. Needs the permission to read the list, too. At most 10,000 persons and fees.',
      access: withPermissionAndList('fees:write'),
      query: newRunQuery,
      body: newDuesRun,
      maxBytes: TEN_MIB,
      idempotent: true,
      answers: [201, dataOf(duesRun), 'The run'],
      alsoAnswers: [200, dataOf(duesPreview), 'What would be claimed, with `dry_run=true`'],
    }),
    async (c) => {
      const [principal, body] = [c.var.principal, c.req.valid('json')]
      if (c.req.valid('query').dry_run === 'true')
        return c.json({ data: await previewDues(principal, { body, permission: 'fees:write' }) }, 200)
      return jsonText<{ data: DuesRun }, 201>(c, `{"data":${await runDues(principal, { body })}}`, 201)
    },
  )

  .get(
    '/dues_runs/:run_id',
    ...endpoint({
      id: 'readDuesRun',
      tag: 'Dues',
      summary: 'Read one run of dues',
      description: 'With the version of its plan as it was then.',
      access: withPermission('fees:read', RUN_ID),
      answers: [200, dataOf(duesRunWithVersion), 'The run'],
    }),
    async (c) => c.json({ data: await getDuesRun(c.var.principal, { id: c.req.param('run_id') }) }),
  )

  .get(
    '/dues_runs/:run_id/parts',
    ...endpoint({
      id: 'readDuesParts',
      tag: 'Dues',
      summary: 'Read what a run of dues claimed, part by part',
      description:
        'The parts of each person with what they were computed from, at most 500 a page. Follow `meta.next_cursor`, or the Link header.',
      access: withPermission('fees:read', RUN_ID),
      query: duesPartsQuery,
      paged: true,
      answers: [200, pageOf(duesPart), 'A page of parts'],
    }),
    async (c) => {
      const request = { id: c.req.param('run_id'), query: c.req.valid('query') }
      const page = await listDuesParts(c.var.principal, request)
      return pageWithETag<DuesPart>(c, { ...page, items: page.parts.map((part) => JSON.stringify(part)) })
    },
  )

  .post(
    '/dues_runs/:run_id/discard',
    ...endpoint({
      id: 'discardDues',
      tag: 'Dues',
      summary: 'Take a run of dues back',
      description:
        'Cancels the fees of the run as a mistake and forgets its parts, so that the period can be claimed again. Refused if fees are ' +
        'paid or in a direct debit, unless `keep` leaves these as they are.',
      access: withPermission('fees:write', RUN_ID),
      body: duesDiscard,
      idempotent: true,
      answers: [201, dataOf(duesRun), 'The run as it is now'],
    }),
    async (c) => {
      const request = { id: c.req.param('run_id'), body: c.req.valid('json') }
      return jsonText<{ data: DuesRun }, 201>(
        c,
        `{"data":${await discardDues(c.var.principal, request)}}`,
        201,
      )
    },
  )
