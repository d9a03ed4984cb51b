import { permits } from '../../domain/access/authorize'
import type { MailRow } from '../../domain/mails/mail'
import { isPossible, STEERING, type Steering } from '../../domain/mails/steer'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Actions, Stack } from '../../ui/stack'
import { Progress } from '../../ui/steps'
import type { Viewer } from '../layout'
import { mailsPath } from './path'
import { doneOf, progressText } from './progress-text'
import { heldTexts } from './texts-held'
import { sentTexts } from './texts-sent'

type Props = { mail: MailRow; viewer: Viewer }

/** How far a mail is, and the buttons that stop it, continue it, or send again what failed. */
export function ProgressCard({ mail, viewer }: Props) {
  const { staff, locale } = viewer
  const t = sentTexts(locale)
  const path = (page: string) => mailsPath(viewer, `/${mail.id}${page}`)
  const isSending = mail.state === 'sending'
  const acts = permits(staff, 'mails:send') ? STEERING.filter((act) => isPossible(act, mail)) : []
  const isHeld = mail.heldFor !== null
  const label = (act: Steering) => {
    if (act === 'retry') return t.retry(formatNumber(mail.failed, locale))
    if (!isHeld) return t[act]
    return act === 'stop' ? heldTexts(locale).drop : heldTexts(locale).release
  }
  return (
    <Card>
      <Stack>
        <Progress
          label={t.progress}
          value={doneOf(mail)}
          total={mail.total}
          detail={progressText(mail, locale)}
          {...(isSending && { pollHref: path('/progress.json') })}
        />
        {(isSending || acts.length > 0) && (
          <Form>
            <Actions>
              {acts.map((act) => (
                <Button kind={(act === 'stop') === isHeld ? 'primary' : 'second'} action={path(`/${act}`)}>
                  {label(act)}
                </Button>
              ))}
              {isSending && (
                <noscript>
                  <ButtonLink kind="second" href={path('')}>
                    {t.refresh}
                  </ButtonLink>
                </noscript>
              )}
            </Actions>
          </Form>
        )}
      </Stack>
    </Card>
  )
}
