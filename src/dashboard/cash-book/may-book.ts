import { permits } from '../../domain/access/authorize'
import type { Viewer } from '../layout'

/** Whether the viewer may write to the book. It takes nothing while it is kept elsewhere. */
export const mayBook = ({ staff }: Viewer): boolean =>
  permits(staff, 'bookkeeping:write') && staff.workspace.keepsBook
