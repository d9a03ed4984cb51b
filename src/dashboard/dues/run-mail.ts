import { Hono } from 'hono'
import { draftMailOfRun } from '../../domain/mails/draft-of-run'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { viewerOf } from '../layout'
import { redirectToMail } from '../mails/path'
import { RUN, runTitle } from './run-path'
import { runTexts } from './texts-run'

const MAX_SUBJECT = 200

/** A draft of a mail to those from whom a run has claimed, which staff change and send. */
export const runMail = new Hono<Env>().post(`${RUN}/mail`, async (c) => {
  const id = await draftMailOfRun(c.var.staff, {
    runId: c.req.param('run_id'),
    list: (await readForm(c)).get('list') ?? '',
    toBody(run) {
      const viewer = viewerOf(c)
      const subject = runTitle(run, run.period, viewer).slice(0, MAX_SUBJECT)
      return { kind: 'official', subject, body: runTexts(viewer.locale).mailBody }
    },
  })
  return redirectToMail(c, id)
})
