import { waitsUntilTomorrow } from '../../domain/mails/until-tomorrow'
import { lastRestoreOf } from '../../domain/shared/restores'
import { formatNumber } from '../../ui/i18n/format'
import { DoneNotice, Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { restoreText } from '../restored'
import { mailsPath } from './path'
import type { SentProps } from './props'
import { heldTexts } from './texts-held'
import { sentTexts } from './texts-sent'

/** Says why a mail is held, and leads to the others. */
function HeldNotice({ viewer }: { viewer: Viewer }) {
  const t = heldTexts(viewer.locale)
  const restore = lastRestoreOf(viewer.staff.workspace)
  if (!restore) return null
  return (
    <Notice tone="warn" title={restoreText(restore, viewer)} isQuiet>
      <p>{t.whyOne}</p>
      <p>
        <a href={mailsPath(viewer, '/held')}>{t.toAll}</a>
      </p>
    </Notice>
  )
}

/** What was done before, and what of the mail needs a look. */
export function SentNotices({ opened: { mail }, viewer, done }: SentProps) {
  const { locale } = viewer
  const t = sentTexts(locale)
  const { id, state, total, waiting, sent, failed, skipped, heldFor } = mail
  const unknown = total - waiting - sent - failed - skipped
  return (
    <>
      <DoneNotice done={done} texts={t.done} />
      {done?.word === 'meanwhile' && <Notice tone="warn">{t.meanwhile}</Notice>}
      {heldFor !== null && <HeldNotice viewer={viewer} />}
      {state === 'stopped' && heldFor === null && waiting > 0 && done?.word !== 'stop' && (
        <Notice tone="warn" isQuiet>
          {t.stoppedLead(formatNumber(waiting, locale))}
        </Notice>
      )}
      {waitsUntilTomorrow(mail, new Date()) && (
        <Notice tone="warn" isQuiet title={t.heldTitle(formatNumber(waiting, locale))}>
          <p>{t.heldLead}</p>
        </Notice>
      )}
      {failed > 0 && (
        <Notice
          tone="bad"
          isQuiet
          title={t.failedTitle(formatNumber(failed, locale))}
          action={
            mail.recipientsSweptAt === null && (
              <a href={mailsPath(viewer, `/${id}`, { state: 'failed' })}>{t.failedShow}</a>
            )
          }
        />
      )}
      {unknown > 0 && state !== 'sending' && (
        <Notice tone="warn" isQuiet title={t.unknownTitle(formatNumber(unknown, locale))}>
          <p>{t.unknownLead}</p>
        </Notice>
      )}
    </>
  )
}
