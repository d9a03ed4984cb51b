import { Breadcrumb } from '../../ui/page-head'
import { StepRow } from '../../ui/steps'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { runsPath } from './run-path'
import { runTexts } from './texts-run'

/** The way back from a page of the runs. */
export function RunWay({ viewer, isBelow }: { viewer: Viewer; isBelow?: boolean }) {
  const { locale, staff } = viewer
  const items = [
    { label: layoutTexts(locale).fees, href: pathIn(staff.workspace, '/fees') },
    ...(isBelow ? [{ label: runTexts(locale).title, href: runsPath(viewer) }] : []),
  ]
  return <Breadcrumb items={items} locale={locale} />
}

/** Where claiming is: what for, the check, or done. */
export function RunSteps({ current, viewer }: { current: 0 | 1 | 2; viewer: Viewer }) {
  const { steps: t } = runTexts(viewer.locale)
  const steps = [{ label: t.what, href: runsPath(viewer, '/new') }, { label: t.check }, { label: t.done }]
  return <StepRow steps={steps} current={current} locale={viewer.locale} />
}
