import { parseFeeQuery } from '../../../domain/fees/browse-query'
import type { FeeActKind } from '../../../domain/payments/bulk/act'
import type { ReadFees } from '../../../domain/payments/bulk/preview'
import { formatInstant } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import type { Viewer } from '../../layout'
import { actorName } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'
import { bulkTexts } from '../bulk-texts'
import { leftTexts } from '../done'
import { feesPath } from '../path'

/** What an act is about: the chosen fees, all that match the query, or those that were marked as paid `at` an instant. */
export const SCOPES = ['chosen', 'all', 'paid'] as const

/** What a page carries to the next one: the selection, and the query of the list to lead back to. */
export type Carried = { query: string; scope: (typeof SCOPES)[number]; ids: string[]; at: string }

/** What every page of an act shows. */
export type BulkPageProps = {
  viewer: Viewer
  act: FeeActKind
  preview: ReadFees
  carried: Carried
  /** Whether the act would do something else now than what was confirmed. */
  isChanged: boolean
}

/** Says that nothing was done since the fees have changed, and who has changed them. */
export function ChangedNotice({ viewer: { staff, locale }, preview: { lastEvent } }: BulkPageProps) {
  const { confirm } = bulkTexts(locale)
  return (
    <Notice tone="warn" title={confirm.changed}>
      <p>{confirm.changedLead}</p>
      {lastEvent && (
        <p>
          {confirm.changedBy(
            actorName(lastEvent, sentenceTexts(locale)),
            formatInstant(lastEvent.at, staff.workspace.timezone, locale),
          )}
        </p>
      )}
    </Notice>
  )
}

/** How many fees an act leaves, by reason; nothing if it leaves none. */
export const LeftList = ({ preview, viewer }: Pick<BulkPageProps, 'preview' | 'viewer'>) => {
  const left = leftTexts(preview.left, viewer)
  return left.length > 0 ? (
    <ul>
      {left.map((text) => (
        <li>{text}</li>
      ))}
    </ul>
  ) : null
}

/** The list as it was when the act began. */
export const backHref = ({ viewer, carried }: BulkPageProps): string =>
  feesPath(viewer, parseFeeQuery(carried.query))

/** The selection as hidden fields. */
export const CarriedFields = ({ query, scope, ids, at }: Carried) => (
  <>
    <input type="hidden" name="query" value={query} />
    <input type="hidden" name="scope" value={scope} />
    {scope === 'paid' && <input type="hidden" name="at" value={at} />}
    {ids.map((id) => (
      <input type="hidden" name="id" value={id} />
    ))}
  </>
)
