import type { FeeQuery } from '../../domain/fees/browse-query'
import type { FeesPage } from '../../domain/fees/view-list'
import type { Viewer } from '../layout'

/** What the list of fees shows. */
export type FeesProps = { viewer: Viewer; query: FeeQuery; page: FeesPage }
