import type { Webhook } from '../../../domain/webhooks/view'
import { Badge, type Tone } from '../../../ui/badge'
import { Button, ButtonLink } from '../../../ui/button'
import { Form } from '../../../ui/form-layout'
import { formatInstant, formatRecent } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import type { Viewer } from '../../layout'
import { webhookPath } from './paths'
import { webhookPageTexts } from './texts'

type Texts = ReturnType<typeof webhookPageTexts>

/** The host of a webhook, which names it on pages. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

/** Why an attempt failed, in words. */
export function failureText(failure: string, { failures: t }: Texts): string {
  if (failure.startsWith('address_')) return t.address
  return failure === 'timeout' || failure === 'unreachable' ? t[failure] : t.answer(failure)
}

/** What a failure says about what is to be done; undefined for what is unknown. */
export function hintFor(failure: string, { hints: t }: Texts): string | undefined {
  if (failure.startsWith('address_')) return t.address
  if (failure === 'timeout' || failure === 'unreachable') return t[failure]
  if (/^3/.test(failure)) return t.redirect
  if (/^40[13]$/.test(failure)) return t.refused
  if (failure === '404') return t.missing
  if (failure === '410') return t.gone
  if (failure === '429' || failure === '503') return failure === '429' ? t.tooMany : t.server
  if (/^4/.test(failure)) return t.client
  return /^5/.test(failure) ? t.server : undefined
}

type Props = { webhook: Webhook; viewer: Viewer; isShort?: boolean }

/** The state of a webhook in words: running, paused, disabled, or since when nothing arrives and why. */
export function StateBadge({ webhook, viewer, isShort }: Props) {
  const t = webhookPageTexts(viewer.locale)
  const { state, failing_since, failure } = webhook
  if (state !== 'active') return <Badge tone={state === 'disabled' ? 'bad' : 'warn'}>{t.states[state]}</Badge>
  if (!failing_since) return <Badge tone="good">{t.states.active}</Badge>
  if (isShort) return <Badge tone="bad">{t.states.failingShort}</Badge>
  const since = formatRecent(failing_since, viewer.staff.workspace.timezone, viewer.locale)
  return <Badge tone="bad">{t.states.failing(since, failure ? failureText(failure, t) : '…')}</Badge>
}

/** What is wrong with a webhook, and what can be done about it; nothing if it runs. */
export function StateNotice({ webhook, viewer }: Props) {
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const { state, reason, failing_since, failure, next_attempt_at } = webhook
  const { timezone } = staff.workspace
  const path = webhookPath(viewer, webhook.id)
  const why = failure && [t.lastWas(failureText(failure, t)), hintFor(failure, t)]
  if (state === 'active') {
    if (!failing_since) return null
    return (
      <StateBox
        tone="bad"
        title={t.failing(formatInstant(failing_since, timezone, locale))}
        texts={[
          ...(why || []),
          next_attempt_at && t.nextTry(formatRecent(next_attempt_at, timezone, locale)),
        ]}
        action={
          <Form action={`${path}/switch-on`}>
            <Button>{t.tryNow}</Button>
          </Form>
        }
      />
    )
  }
  const switchOn = reason !== 'key' && (
    <ButtonLink href={`${path}/switch-on`} noPrefetch>
      {t.switchOn}
    </ButtonLink>
  )
  if (state === 'disabled')
    return (
      <StateBox tone="bad" title={t.disabled} texts={[t.disabledLead, ...(why || [])]} action={switchOn} />
    )
  const because = reason === 'gone' ? t.hints.gone : reason === 'key' && t.keyLost(webhook.key ?? '')
  return <StateBox tone="warn" title={t.paused} texts={[because, t.pausedLead]} action={switchOn} />
}

type BoxProps = {
  tone: Tone
  title: string
  texts: (string | null | undefined | false)[]
  action: Parameters<typeof Notice>[0]['action']
}

const StateBox = ({ tone, title, texts, action }: BoxProps) => (
  <Notice tone={tone} title={title} action={action} isQuiet>
    {texts.flatMap((text) => (text ? <p>{text}</p> : []))}
  </Notice>
)
