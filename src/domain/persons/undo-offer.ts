import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import type { Principal } from '../access/principal'
import type { CustomColumn } from '../custom-columns/column'
import { ofBatchSql } from '../events/batch'
import { EVENT_ROW, type EventRow } from '../events/event'
import type { Changes } from '../events/record'
import { CHANGED_NAMES, type ToldEvent, type ToldRow, toTold } from './payers/told-events'
import { restorable } from './restore'
import { type EventState, eventState } from './store/undo'

/** How an event can be taken back: its act is about this person alone, or about others too. */
export type UndoOffer = 'alone' | 'together'

/** An event, and how it can be taken back as things are now; undefined if it cannot. */
export type OfferedEvent = ToldEvent & { undo: UndoOffer | undefined }

/** For how long an act can be taken back, in milliseconds. */
const UNDO_MILLISECONDS = 24 * 60 * 60 * 1000

/** The instant after which acts can be taken back. */
export const undoableSince = ({ now }: Principal): Date => new Date(now.getTime() - UNDO_MILLISECONDS)

/** Columns for a selection of `events`, from which {@link toOffered} tells how they can be taken back, and whom they name. */
export const undoState = (principal: Principal): Sql =>
  sql`${eventState(undoableSince(principal))}, ${CHANGED_NAMES}`

export type OfferedRow = ToldRow & { state: string | null }

/** A stored event with its {@link undoState}, as pages show it. `columns` are those of its list, or of all. */
export function toOffered(row: OfferedRow, columns: CustomColumn[]): OfferedEvent {
  const event = toTold(row)
  const state: EventState | null = row.state === null ? null : JSON.parse(row.state)
  const { action, changes } = event
  const isOffered =
    state !== null &&
    changes !== null &&
    restorable(
      { action, changes: changes as Changes, unchanged: state.unchanged },
      { list: listOf(row), columns },
    ).length > 0
  return {
    ...event,
    undo: isOffered ? (state.isShared ? 'together' : 'alone') : undefined,
  }
}

/** How many events of a batch are read at most to decide whether a notice offers to take it back. */
const MAX_CHECKED = 100

/** Selects the events of a batch for {@link isOffered}; no statement where there is no batch. */
export function selectOffer(principal: Principal, batchId: string | undefined): Sql<OfferedRow>[] {
  if (batchId === undefined) return []
  const ofBatch = ofBatchSql(principal.workspace(), batchId)
  return [
    sql<OfferedRow>`SELECT ${EVENT_ROW}, ${undoState(principal)} FROM events WHERE ${ofBatch} LIMIT ${MAX_CHECKED}`,
  ]
}

/** Whether a batch can be taken back as things are now, judged by its first events. */
export const isOffered = (rows: OfferedRow[], columns: CustomColumn[]): boolean =>
  rows.some((row) => toOffered(row, columns).undo !== undefined)

const listOf = ({ subjectKind }: EventRow): ListId => (subjectKind === 'contact' ? 'contacts' : 'members')
