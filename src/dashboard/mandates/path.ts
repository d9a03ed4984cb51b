import type { ListId } from '../../domain/access/lists'
import type { Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'

/** The page of the mandates that were withdrawn, until staff have settled them. */
export const TO_WITHDRAWN = '/members/withdrawn-mandates'

/** The address of the evidence of a mandate. */
export const mandatePath = ({ staff }: Pick<Viewer, 'staff'>, reference: string): string =>
  pathIn(staff.workspace, `/mandates?${new URLSearchParams({ reference })}`)

/** The page with the form for the mandate of a person. */
export const mandateFormPath = ({ staff }: Viewer, { list, id }: { list: ListId; id: string }): string =>
  personPathIn(staff.workspace, list, id, '/mandate')
