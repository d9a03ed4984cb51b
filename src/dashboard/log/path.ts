import { type LogQuery, writeLogQuery } from '../../domain/events/log-query'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The address of the log with a query. */
export function logPath({ staff }: Viewer, query: LogQuery): string {
  const parameters = writeLogQuery(query)
  return pathIn(staff.workspace, parameters.size > 0 ? `/log?${parameters}` : '/log')
}
