import { STEERING } from '../../domain/mails/steer'
import { formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { mailsPath } from './path'
import type { SentProps } from './props'
import { sentTexts } from './texts-sent'

/** What was done before, and what of the mail needs a look. */
export function SentNotices({ opened: { mail }, viewer, query }: SentProps) {
  const { locale } = viewer
  const t = sentTexts(locale)
  const { id, state, total, waiting, sent, failed, skipped } = mail
  const unknown = total - waiting - sent - failed - skipped
  const done = STEERING.find((one) => one === query.done)
  return (
    <>
      {done && <Notice tone="good">{t.done[done]}</Notice>}
      {query.meanwhile === '1' && <Notice tone="warn">{t.meanwhile}</Notice>}
      {state === 'stopped' && waiting > 0 && done !== 'stop' && (
        <Notice tone="warn" isQuiet>
          {t.stoppedLead(formatNumber(waiting, locale))}
        </Notice>
      )}
      {failed > 0 && (
        <Notice
          tone="bad"
          isQuiet
          title={t.failedTitle(formatNumber(failed, locale))}
          action={<a href={mailsPath(viewer, `/${id}`, { state: 'failed' })}>{t.failedShow}</a>}
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
