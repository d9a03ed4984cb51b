import type { PlanProgress } from '../../domain/dues/progress'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { periodText } from './period-texts'

/** The path of the runs, and of the pages about one. */
export const RUNS = '/:workspace/fees/runs'
export const RUN = `${RUNS}/:run_id`

/** The address of a page of the runs. */
export const runsPath = (
  { staff }: Pick<Viewer, 'staff'>,
  page = '',
  query?: Record<string, string>,
): string => pathIn(staff.workspace, `/fees/runs${page}${query ? `?${new URLSearchParams(query)}` : ''}`)

/** The value of a choice: a plan and a period of it. */
export const whatOf = (planId: string, period: string): string => `${planId} ${period}`

/** The plan and the period of a choice. */
export function readWhat(what: string): { plan_id: string; period: string } {
  const [plan_id = '', period = ''] = what.split(' ')
  return { plan_id, period }
}

/** The field of the person of whom alone a form is, if it is of one. */
export const personIn = (form: URLSearchParams): { person?: string } => {
  const person = form.get('person')
  return person ? { person } : {}
}

/** What a run is called: the plan and its period. */
export const runTitle = (
  { name, interval }: Pick<PlanProgress, 'name' | 'interval'>,
  period: string,
  { locale }: Pick<Viewer, 'locale'>,
): string => `${name} ${periodText(interval, period, locale)}`
