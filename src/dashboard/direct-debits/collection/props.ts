import type { OpenedCollection } from '../../../domain/collections/view'
import type { Viewer } from '../../layout'

/** What every part of the page of a collection shows. */
export type CollectionProps = { opened: OpenedCollection; viewer: Viewer }

/** Which debits of which collection an address asks for. */
export type ItemsAsked = { id: string; page: number; search: string }
