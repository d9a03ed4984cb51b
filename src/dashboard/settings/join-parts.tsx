import { listsOf } from '../../domain/access/lists'
import { ASKED, MANDATE_MODES } from '../../domain/portal/join/form'
import type { OwnSettings } from '../../domain/workspaces/own-settings'
import { Card } from '../../ui/card'
import { ChoiceRows } from '../../ui/choice-rows'
import { Check, RadioGroup } from '../../ui/choices'
import { inputId, SaveOrCancel, TextArea, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { type Refused, RefusedList } from '../refused-fields'
import { askableKeys, inputOf, type JoinValues, withoutAsked } from './join-form'
import { settingsPath } from './page'
import { settingsTexts } from './texts'

type Props = { settings: OwnSettings; values: JoinValues; refused: Refused; viewer: Viewer }

/** What the form for applications asks, and what it says. */
export function JoinSettingsForm({ settings, values, refused, viewer }: Props) {
  const { locale } = viewer
  const { join: t, portal } = settingsTexts(locale)
  const { fields } = t
  const hasContacts = listsOf(settings.workspace.subscription_variant).includes('contacts')
  return (
    <Form warnsUnsaved>
      <RefusedList refused={refused} fields={fields} locale={locale} />
      <Card>
        <Check name="enabled" label={t.enabled} isChecked={values.isEnabled} />
      </Card>
      <Card title={t.asks}>
        <Stack>
          <Quiet>{t.fieldsLead}</Quiet>
          <Quiet>{hasContacts ? t.minors : t.minorsWithoutContacts}</Quiet>
          <ChoiceRows
            id={inputId('fields')}
            options={ASKED.map((value) => ({ value, label: t.asked[value] }))}
            rows={askableKeys(settings).map((key) => ({
              name: inputOf(key),
              label: labelOf(key, settings, locale),
              value: values.fields[key] ?? 'hidden',
              withoutValues: withoutAsked(key),
            }))}
          />
        </Stack>
      </Card>
      <Card title={fields.mandate.label}>
        <Stack>
          <RadioGroup
            {...fields.mandate}
            name="mandate"
            value={values.mandate}
            issue={refused.mandate}
            options={MANDATE_MODES.map((value) => ({ value, label: t.mandates[value] }))}
            isLabelHidden
          />
          <Quiet>{portal.mandateLead}</Quiet>
        </Stack>
      </Card>
      <Card title={t.around}>
        <Fields>
          <TextField
            {...fields.statutes_url}
            name="statutes_url"
            value={values.statutesUrl}
            issue={refused.statutes_url}
            type="url"
            autocomplete="off"
          />
          <TextArea {...fields.intro} name="intro" value={values.intro} issue={refused.intro} />
          <Check name="shows_price" {...t.showsPrice} isChecked={values.showsPrice} />
        </Fields>
      </Card>
      <SaveOrCancel cancelHref={settingsPath(viewer)} locale={locale} />
    </Form>
  )
}

const labelOf = (key: string, { ownColumns }: OwnSettings, locale: Locale): string =>
  ownColumns.find((column) => column.key === key)?.name ?? formTexts(locale).fields[key] ?? key
