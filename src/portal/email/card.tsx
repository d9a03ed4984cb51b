import type { MyData } from '../../domain/portal/my-data'
import { canChangeEmail, type PortalField } from '../../domain/portal/settings'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { emailTexts } from '../texts/email'

type Props = { data: MyData; locale: Locale }

/** The address of a person that members may change, and the new one that waits for its confirmation. */
export function EmailCard({ data: { person, pendingEmail, fields }, locale }: Props) {
  const t = emailTexts(locale)
  if (!fields.some(hasOwnCard)) return null
  const isOpen = canChangeEmail(fields)
  const path = `/portal/persons/${person.id}/email`
  const change = (
    <ButtonLink kind="plain" href={path}>
      {t.change}
    </ButtonLink>
  )
  return (
    <Card title={t.title} id="email" action={isOpen && change}>
      <Stack>
        <p>{person.email ? String(person.email) : <Quiet>{t.none}</Quiet>}</p>
        {pendingEmail && (
          <>
            <Notice tone="warn" title={t.waits} isQuiet headingLevel={3}>
              {t.waitsLead(pendingEmail)}
            </Notice>
            {isOpen && (
              <>
                <Quiet>{t.hint}</Quiet>
                <Actions>
                  <form method="post" action={`${path}/again`}>
                    <Button kind="second">{t.sendAgain}</Button>
                  </form>
                  <form method="post" action={`${path}/withdraw`}>
                    <Button kind="second">{t.withdraw}</Button>
                  </form>
                </Actions>
              </>
            )}
          </>
        )}
      </Stack>
    </Card>
  )
}

/** Whether a field has its card here, rather than among the others. */
export const hasOwnCard = ({ key, isEditable }: PortalField): boolean => key === 'email' && isEditable
