import type { Account } from '../../domain/staff/account'
import { deviceOf } from '../../domain/staff/user-agent'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, RadioGroup } from '../../ui/choices'
import { TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatDay, formatInstant } from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import { Lines } from '../../ui/lines'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { addPasskeyPath, pathIn } from '../paths'
import type { Refused } from '../refused-fields'
import { signInTexts } from '../sign-in/texts'
import { settingsTexts } from './texts'

export type AccountValues = { name: string; locale: string | null; hasShortcuts: boolean }

type FormProps = { values: AccountValues; refused: Refused; viewer: Viewer }

export function AccountForm({ values, refused, viewer }: FormProps) {
  const { locale, staff } = viewer
  const { fields, languages, shortcutsHint } = settingsTexts(locale).account
  return (
    <Form action={pathIn(staff.workspace, '/account')} warnsUnsaved>
      <Card>
        <Fields>
          <TextField
            {...fields.name}
            name="name"
            value={values.name}
            issue={refused.name}
            autocomplete="name"
          />
          <RadioGroup
            {...fields.locale}
            name="locale"
            value={values.locale?.slice(0, 2) ?? ''}
            issue={refused.locale}
            isInline
            options={languages}
          />
          <Check
            name="has_shortcuts"
            label={fields.has_shortcuts.label}
            hint={shortcutsHint}
            isChecked={values.hasShortcuts}
          />
          <Actions>
            <Button>{formTexts(locale).save}</Button>
          </Actions>
        </Fields>
      </Card>
    </Form>
  )
}

export function Passkeys({ passkeys, viewer }: { passkeys: Account['passkeys']; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = settingsTexts(locale).account
  const day = (instant: string) => formatDay(instant, staff.workspace.timezone, locale)
  return (
    <Card
      title={t.passkeys}
      id="passkeys"
      action={
        <ButtonLink kind="plain" href={addPasskeyPath(pathIn(staff.workspace, '/account'))}>
          {signInTexts(locale).newPasskey.add}
        </ButtonLink>
      }
    >
      {passkeys.length === 0 ? (
        <Quiet>{t.noPasskeys}</Quiet>
      ) : (
        <Lines
          items={passkeys.map(({ id, name, createdAt, usedAt }) => ({
            main: name,
            details: [`${t.added(day(createdAt))}${usedAt ? `, ${t.used(day(usedAt))}` : ''}`],
            badge: (
              <a href={pathIn(staff.workspace, `/account/passkeys/${id}`)} data-no-prefetch>
                {t.removePasskey}
              </a>
            ),
          }))}
        />
      )}
    </Card>
  )
}

export function Sessions({ sessions, viewer }: { sessions: Account['sessions']; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = settingsTexts(locale).account
  const action = pathIn(staff.workspace, '/account/sessions')
  return (
    <Card
      title={t.sessions}
      id="sessions"
      action={
        sessions.length > 1 && (
          <form method="post" action={action}>
            <Button kind="plain">{t.endOthers}</Button>
          </form>
        )
      }
    >
      <Lines
        items={sessions.map(({ id, userAgent, createdAt }) => ({
          main: deviceOf(userAgent) || t.unknownDevice,
          details: [t.since(formatInstant(createdAt, staff.workspace.timezone, locale))],
          badge:
            id === staff.session.id ? (
              <Badge tone="good">{t.thisOne}</Badge>
            ) : (
              <form method="post" action={action}>
                <Button kind="plain" name="id" value={id}>
                  {t.end}
                </Button>
              </form>
            ),
        }))}
      />
    </Card>
  )
}
