import type { OpenedPlan } from '../../domain/dues/open'
import { Breadcrumb } from '../../ui/page-head'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { planPath, plansPath } from './path'
import { planTexts } from './texts-plan'

/** The way back from a page about a plan: to the fees, the plans, and the plan. */
export function PlanWay({ opened, viewer }: { opened?: OpenedPlan; viewer: Viewer }) {
  const { locale, staff } = viewer
  const items = [
    { label: layoutTexts(locale).fees, href: pathIn(staff.workspace, '/fees') },
    { label: planTexts(locale).title, href: plansPath(viewer) },
    ...(opened
      ? [{ label: opened.plan.name, href: planPath(viewer, opened.plan.id, '', opened.period.name) }]
      : []),
  ]
  return <Breadcrumb items={items} locale={locale} />
}
