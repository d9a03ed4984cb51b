import type { FeesPage } from '../../domain/fees/browse'
import type { FeeQuery } from '../../domain/fees/browse-query'
import type { Viewer } from '../layout'

/** What the list of fees shows. */
export type FeesProps = { viewer: Viewer; query: FeeQuery; page: FeesPage }
