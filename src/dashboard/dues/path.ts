import type { Context } from 'hono'
import type { Env } from '../../env'
import { done } from '../../http/done'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import type { planTexts } from './texts-plan'

/** The path of the plans of dues, and of the pages about one. */
export const PLANS = '/:workspace/fees/plans'
export const PLAN = `${PLANS}/:plan_id`

/** The address of a page of the plans of dues. */
export const plansPath = ({ staff }: Pick<Viewer, 'staff'>, page = ''): string =>
  pathIn(staff.workspace, `/fees/plans${page}`)

/** The address of a page about a plan, as it is in a period. */
export const planPath = (viewer: Pick<Viewer, 'staff'>, id: string, page = '', period?: string): string =>
  plansPath(viewer, `/${id}${page}${period === undefined ? '' : `?period=${period}`}`)

/** What the form before the page of a plan did. */
export type PlanDone =
  | keyof ReturnType<typeof planTexts>['done']
  | keyof ReturnType<typeof planTexts>['notDone']

/** Leads to the page of a plan, which says what was done. */
export const doneWithPlan = (c: Context<Env>, word: PlanDone, id: string, period?: string) =>
  done(c, word, { to: planPath({ staff: c.var.staff.current() }, id, '', period) })
