import { waitsUntilTomorrow } from '../../domain/mails/until-tomorrow'
import { formatNumber } from '../../ui/i18n/format'
import { DoneNotice, Notice } from '../../ui/notice'
import { mailsPath } from './path'
import type { SentProps } from './props'
import { sentTexts } from './texts-sent'

/** What was done before, and what of the mail needs a look. */
export function SentNotices({ opened: { mail }, viewer, done }: SentProps) {
  const { locale } = viewer
  const t = sentTexts(locale)
  const { id, state, total, waiting, sent, failed, skipped } = mail
  const unknown = total - waiting - sent - failed - skipped
  return (
    <>
      <DoneNotice done={done} texts={t.done} />
      {done?.word === 'meanwhile' && <Notice tone="warn">{t.meanwhile}</Notice>}
      {state === 'stopped' && waiting > 0 && done?.word !== 'stop' && (
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
