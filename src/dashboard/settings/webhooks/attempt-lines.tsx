import type { WebhookAttempt } from '../../../domain/webhooks/attempts'
import { Badge } from '../../../ui/badge'
import { formatNumber, formatSecond } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import type { Viewer } from '../../layout'
import { eventName } from './events'
import { failureText } from './state'
import { webhookPageTexts } from './texts'

type Result = Pick<WebhookAttempt, 'status' | 'failure'>

/** Whether an attempt arrived. */
export const hasArrived = ({ status }: Result): boolean => status !== null && status >= 200 && status < 300

/** Why an attempt failed, as it is stored. */
export const failureOf = ({ status, failure }: Result): string => failure ?? String(status)

/** What became of an attempt. */
export function ResultBadge({ attempt, viewer }: { attempt: Result; viewer: Viewer }) {
  const t = webhookPageTexts(viewer.locale)
  if (hasArrived(attempt)) return <Badge tone="good">{t.arrived}</Badge>
  return <Badge tone="bad">{failureText(failureOf(attempt), t)}</Badge>
}

type Props = { attempts: WebhookAttempt[]; path: string; viewer: Viewer }

/** Attempts to send deliveries, each with a link to its page. */
export function AttemptLines({ attempts, path, viewer }: Props) {
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const items = attempts.map((attempt) => ({
    id: attempt.id,
    main: <a href={`${path}/attempts/${attempt.id}`}>{eventName(attempt.type, locale)}</a>,
    details: [
      `${formatSecond(attempt.at, staff.workspace.timezone, locale)} · ${t.milliseconds(formatNumber(attempt.milliseconds, locale))}`,
    ],
    badge: <ResultBadge attempt={attempt} viewer={viewer} />,
  }))
  return <Lines items={items} />
}
