import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The address of the evidence of a mandate. */
export const mandatePath = ({ staff }: Pick<Viewer, 'staff'>, reference: string): string =>
  pathIn(staff.workspace, `/mandates?${new URLSearchParams({ reference })}`)
