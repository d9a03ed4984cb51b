import { permits } from '../../domain/access/authorize'
import type { UndoPreview } from '../../domain/persons/undo'
import { Confirm } from '../../ui/confirm'
import { formatNumber } from '../../ui/i18n/format'
import { StaffLayout, type Viewer } from '../layout'
import { logPath } from '../log/path'
import { pathIn } from '../paths'
import { undoTexts } from './texts'

type Props = { viewer: Viewer; preview: UndoPreview; batchId: string; back: string }

/** Asks before an act on several persons is taken back from a page that shows one of them. */
export function AskPage({ viewer, preview: { changed, restorable }, batchId, back }: Props) {
  const { locale, staff } = viewer
  const t = undoTexts(locale).ask
  const number = (value: number) => formatNumber(value, locale)
  return (
    <StaffLayout title={t.title} viewer={viewer}>
      <Confirm
        title={t.title}
        lead={t.lead(number(changed), number(restorable))}
        action={pathIn(staff.workspace, '/undo')}
        label={t.submit(number(restorable))}
        cancelHref={back}
        hidden={{ batch: batchId, back }}
        locale={locale}
      >
        {permits(staff, 'audit:read') && (
          <p>
            <a href={logPath(viewer, { batch: batchId })}>{t.seeLog}</a>
          </p>
        )}
      </Confirm>
    </StaffLayout>
  )
}
