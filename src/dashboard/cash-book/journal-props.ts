import type { Journal } from '../../domain/book/journal/journal'
import type { JournalQuery } from '../../domain/book/journal/query'
import type { Viewer } from '../layout'

/** What every part of the journal shows. */
export type JournalProps = { viewer: Viewer; query: JournalQuery; journal: Journal }
