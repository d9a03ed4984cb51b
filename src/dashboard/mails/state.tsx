import type { MailRow } from '../../domain/mails/mail'
import { Badge, type Tone } from '../../ui/badge'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { mailsTexts } from './texts'

const TONES: Partial<Record<MailRow['state'], Tone>> = { sending: 'info', stopped: 'warn', sent: 'good' }

type Props = { mail: Pick<MailRow, 'state' | 'failed'>; locale: Locale }

/** The state of a mail, and how many of it were not delivered. */
export const MailState = ({ mail: { state, failed }, locale }: Props) => {
  const t = mailsTexts(locale)
  const tone = TONES[state]
  return (
    <>
      <Badge {...(tone && { tone })}>{t.states[state]}</Badge>
      {failed > 0 && (
        <>
          {' '}
          <Badge tone="bad">{t.failed(formatNumber(failed, locale))}</Badge>
        </>
      )}
    </>
  )
}
