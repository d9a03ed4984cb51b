import { type Context, Hono } from 'hono'
import { reportUndo } from '../../domain/persons/left-alone'
import { previewUndo, undoBatch } from '../../domain/persons/undo'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { viewerOf } from '../layout'
import { pathBack, pathIn } from '../paths'
import { AskPage } from './ask'
import { UNDONE } from './notice'
import { NotUndonePage, ReportPage } from './report'

/** Takes an act back, and leads to the page that asked for it; to one that names what was left alone, where something was. */
export const undo = new Hono<Env>()
  .post('/:workspace/undo', async (c) => {
    const form = await readForm(c)
    const batch = form.get('batch') ?? ''
    const undone = await undoBatch(c.var.staff, { batchId: batch })
    const back = backOf(c, form.get('back'))
    if (!undone) return c.html(<NotUndonePage viewer={viewerOf(c)} back={back} reason="late" />, 422)
    if (undone.isRepeated)
      return c.html(<NotUndonePage viewer={viewerOf(c)} back={back} reason="repeated" />, 409)
    if (undone.leftAlone === 0) return done(c, UNDONE, { to: back, batch: undone.batchId })
    const query = new URLSearchParams({ of: batch, by: undone.batchId, back })
    return c.redirect(pathIn(viewerOf(c).staff.workspace, `/undo?${query}`), 303)
  })

  .get('/:workspace/undo', async (c) => {
    const { of: batchId = '', by: undoId = '', batch, back = null } = c.req.query()
    if (batch !== undefined) return answerAsk(c, batch, back)
    const report = await reportUndo(c.var.staff, { batchId, undoId })
    return c.html(<ReportPage viewer={viewerOf(c)} report={report} back={backOf(c, back)} />)
  })

async function answerAsk(c: Context<Env>, batchId: string, to: string | null) {
  const preview = await previewUndo(c.var.staff, { batchId })
  const viewer = viewerOf(c)
  const back = backOf(c, to)
  if (!preview?.restorable) return c.html(<NotUndonePage viewer={viewer} back={back} reason="late" />, 409)
  return c.html(<AskPage {...{ viewer, preview, batchId, back }} />)
}

/** The page of this workspace that a form came from; the first one for any other address. */
function backOf(c: Context<Env>, back: string | null): string {
  const { workspace } = viewerOf(c).staff
  const path = pathBack(back ?? undefined)
  return path.startsWith(pathIn(workspace, '/')) ? path : pathIn(workspace)
}
