import type { ListId } from '../../domain/access/lists'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The pages of an import of a list; `page` begins with a slash, and is that of a step. */
export const importPath = ({ staff }: Viewer, list: ListId, id = '', page = ''): string =>
  pathIn(staff.workspace, `/${list}/import${id && `/${id}`}${page}`)
