import { type Context, Hono } from 'hono'
import { DomainError } from '../../domain/shared/errors'
import {
  handBackPortal,
  TO_HAND_BACK,
  updateSubordinatePortal,
} from '../../domain/workspaces/subordinate-portal'
import { type Subordinate, viewSubordinate } from '../../domain/workspaces/subordinates'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Confirm } from '../../ui/confirm'
import { DoneNotice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { PortalCard } from './portal-card'
import { Sizes } from './sizes'
import { subordinatesTexts } from './texts'

/** The page of a workspace below an umbrella: its sizes, and its portal. */
export const subordinate = new Hono<Env>()
  .get('/:workspace/associations/:association_id', async (c) => {
    const row = await viewSubordinate(c.var.staff, { id: c.req.param('association_id') })
    return c.html(<SubordinatePage viewer={viewerOf(c)} row={row} done={takeDone(c)} />)
  })

  .post('/:workspace/associations/:association_id', async (c) => {
    const body = { enabled: (await readForm(c)).has('enabled') }
    await updateSubordinatePortal(c.var.staff, { id: c.req.param('association_id'), body })
    return doneIn(c, 'saved')
  })

  .get('/:workspace/associations/:association_id/hand-back', async (c) => {
    const row = await viewSubordinate(c.var.staff, { id: c.req.param('association_id'), need: TO_HAND_BACK })
    if (row.portalManager !== 'us')
      throw new DomainError('not_found', 'This workspace does not manage that portal.')
    return c.html(<HandBackPage viewer={viewerOf(c)} row={row} />)
  })

  .post('/:workspace/associations/:association_id/hand-back', async (c) => {
    await handBackPortal(c.var.staff, { id: c.req.param('association_id') })
    return doneIn(c, 'handedBack')
  })

const doneIn = (c: Context<Env, '/:association_id'>, word: 'saved' | 'handedBack') =>
  done(c, word, { to: pathOf(c.var.staff.current(), c.req.param('association_id')) })

const pathOf = (staff: Viewer['staff'], id = ''): string => pathIn(staff.workspace, `/associations/${id}`)

type Props = { viewer: Viewer; row: Subordinate }

function SubordinatePage({ viewer, row, done }: Props & { done: Done | undefined }) {
  const { locale, staff } = viewer
  const t = subordinatesTexts(locale)
  const items = [{ label: layoutTexts(locale).subordinates, href: pathIn(staff.workspace, '/associations') }]
  return (
    <StaffLayout title={row.name} viewer={viewer} section="subordinates">
      <DoneNotice done={done} texts={t.done} />
      <PageHead title={row.name} breadcrumb={<Breadcrumb items={items} locale={locale} />} />
      <Measure>
        <Sizes row={row} locale={locale} />
        <PortalCard row={row} path={pathOf(staff, row.id)} viewer={viewer} />
      </Measure>
    </StaffLayout>
  )
}

function HandBackPage({ viewer, row }: Props) {
  const t = subordinatesTexts(viewer.locale)
  const path = pathOf(viewer.staff, row.id)
  const title = t.handBackTitle(row.name)
  return (
    <StaffLayout title={title} viewer={viewer} section="subordinates">
      <Confirm
        title={title}
        lead={t.handBackLead(row.name)}
        action={`${path}/hand-back`}
        label={t.handBack}
        cancelHref={path}
        isDangerous
        locale={viewer.locale}
      />
    </StaffLayout>
  )
}
