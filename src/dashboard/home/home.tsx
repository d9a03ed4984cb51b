import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type Overview, viewOverview } from '../../domain/pages/home/overview'
import type { Env } from '../../env'
import { Card } from '../../ui/card'
import { PageHead } from '../../ui/page-head'
import { Stack, Tiles } from '../../ui/stack'
import { Steps } from '../../ui/steps'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { LastChanges } from './changes'
import { Courses, FeesOfYear } from './charts'
import { Numbers } from './numbers'
import { homeTexts } from './texts'
import { ToDo } from './to-do'

/** What waits, and how the workspace is doing. */
export const home = new Hono<Env>().get('/:workspace', async (c) => {
  const overview = await viewOverview(c.var.staff)
  return c.html(<HomePage viewer={viewerOf(c)} {...overview} />)
})

type Props = Overview & { viewer: Viewer }

function HomePage({ viewer, ...overview }: Props) {
  const { counts, beginnings } = overview
  const { home: title } = layoutTexts(viewer.locale)
  const hasBegun = Object.values(beginnings).every(Boolean)
  return (
    <StaffLayout title={title} viewer={viewer} section="home">
      <PageHead title={title} />
      <Stack>
        <Tiles>
          <ToDo viewer={viewer} {...overview} />
          {!hasBegun && permits(viewer.staff, 'settings:write') && (
            <Beginning viewer={viewer} beginnings={beginnings} />
          )}
          <FeesOfYear viewer={viewer} {...overview} />
        </Tiles>
        <Numbers viewer={viewer} {...overview} />
        <Courses viewer={viewer} counts={counts} />
        <LastChanges viewer={viewer} {...overview} />
      </Stack>
    </StaffLayout>
  )
}

function Beginning({
  viewer: { staff, locale },
  beginnings,
}: { viewer: Viewer } & Pick<Overview, 'beginnings'>) {
  const t = homeTexts(locale)
  const pages = {
    members: '/members/import',
    columns: '/settings/columns',
    fees: '/fees/claim',
    staff: '/settings/staff',
  }
  const steps = (['members', 'columns', 'fees', 'staff'] as const).map((step) => ({
    label: t.steps[step],
    state: beginnings[step] ? ('done' as const) : ('open' as const),
    href: pathIn(staff.workspace, pages[step]),
  }))
  return (
    <Card title={t.begin}>
      <Steps items={steps} locale={locale} />
    </Card>
  )
}
