import { Hono } from 'hono'
import { type Overview, viewOverview } from '../../domain/pages/home/overview'
import { hideFirstSteps } from '../../domain/workspaces/first-steps'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { PageHead } from '../../ui/page-head'
import { Stack, Tiles } from '../../ui/stack'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { LastChanges } from './changes'
import { Courses, FeesOfYear } from './charts'
import { FirstSteps, FirstStepsNotice } from './first-steps'
import { Numbers } from './numbers'
import { ToDo } from './to-do'

/** What waits, and how the workspace is doing. */
export const home = new Hono<Env>()
  .get('/:workspace', async (c) => {
    const overview = await viewOverview(c.var.staff)
    return c.html(<HomePage viewer={viewerOf(c)} done={takeDone(c)} {...overview} />)
  })

  .post('/:workspace/first-steps', async (c) => {
    const hides = Boolean((await readForm(c)).get('hides'))
    await hideFirstSteps(c.var.staff, { hides })
    return done(c, hides ? 'hidden' : 'shown', { to: pathIn(c.var.staff.current().workspace) })
  })

type Props = Overview & { viewer: Viewer; done: Done | undefined }

function HomePage({ viewer, done, ...overview }: Props) {
  const { counts, beginnings } = overview
  const { home: title } = layoutTexts(viewer.locale)
  const isInUse = viewer.staff.workspace.suspendedAt === null
  return (
    <StaffLayout title={title} viewer={viewer} section="home">
      <FirstStepsNotice viewer={viewer} done={done} />
      <PageHead title={title} />
      <Stack>
        <Tiles>
          {isInUse && <FirstSteps viewer={viewer} beginnings={beginnings} />}
          {isInUse && <ToDo viewer={viewer} {...overview} />}
          <FeesOfYear viewer={viewer} {...overview} />
        </Tiles>
        <Numbers viewer={viewer} {...overview} />
        <Courses viewer={viewer} counts={counts} />
        <LastChanges viewer={viewer} {...overview} />
      </Stack>
    </StaffLayout>
  )
}
