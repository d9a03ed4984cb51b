import type { Identity } from '../../domain/portal/identity'
import { idOrSlugOf } from '../../domain/portal/settings'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { requestLinkTexts } from '../texts/request-link'

type Props = {
  workspace: Identity
  locale: Locale
  /** What was typed instead of an address. */
  badEmail?: string | undefined
  /** Whether the answer is shown in a tab of its own, where the page has another form to finish. */
  isNewTab?: boolean
}

/** The form by which members have a login link mailed to them. */
export function EntryForm({ workspace, locale, badEmail, isNewTab = false }: Props) {
  const t = requestLinkTexts(locale)
  return (
    <Form action={`/portal/${idOrSlugOf(workspace)}`} isNewTab={isNewTab}>
      <Fields>
        <TextField
          name="email"
          label={t.email}
          value={badEmail ?? ''}
          issue={badEmail === undefined ? undefined : t.noAddress}
          type="email"
          autocomplete="email"
        />
        <Actions>
          <Button kind={isNewTab ? 'second' : 'primary'}>{isNewTab ? t.sendInNewTab : t.send}</Button>
        </Actions>
      </Fields>
    </Form>
  )
}
