import { Hono } from 'hono'
import { query } from '../../domain/access/query'
import type { Env } from '../../env'
import { PageHead } from '../../ui/page-head'
import { StaffLayout, viewerOf } from '../layout'
import { layoutTexts } from '../texts'

/** What waits, and how the workspace is doing. */
export const home = new Hono<Env>().get('/:workspace', async (c) => {
  await query(c.var.staff, {})
  const viewer = viewerOf(c)
  const { home: title } = layoutTexts(viewer.locale)
  return c.html(
    <StaffLayout title={title} viewer={viewer} section="home">
      <PageHead title={title} />
    </StaffLayout>,
  )
})
