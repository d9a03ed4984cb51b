import { ACCESS, ADDRESS_FORMS, FUNCTIONS } from '../../domain/portal/settings'
import type { OwnSettings } from '../../domain/workspaces/own-settings'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { ChoiceRows } from '../../ui/choice-rows'
import { Check } from '../../ui/choices'
import { ColourField, ColourSample } from '../../ui/colour-field'
import { CheckboxGroup, inputId, SelectField, TextField } from '../../ui/form'
import { Fields, Form, StickyActions } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { type Refused, RefusedList } from '../refused-fields'
import { settingsPath } from './page'
import { inputOf, type PortalForm, withoutAccess } from './portal-form'
import { settingsTexts } from './texts'

type ManagerProps = NonNullable<OwnSettings['manager']> & { locale: Locale }

/** Whom to ask, where a workspace above manages the portal. */
export function PortalManager({ name, owners, locale }: ManagerProps) {
  const t = settingsTexts(locale).portal
  return (
    <Stack>
      <Notice tone="info" isQuiet>
        {t.managedBy(name)}
      </Notice>
      {owners.length > 0 && (
        <Card title={t.ask}>
          <Lines items={owners.map((main) => ({ main }))} />
        </Card>
      )}
    </Stack>
  )
}

/** The way to leave the portal to a workspace above. */
export function PossibleManager({ name, viewer }: { name: string; viewer: Viewer }) {
  const { portal: t } = settingsTexts(viewer.locale)
  return (
    <Card title={t.leave}>
      <Stack>
        <Quiet>{t.leaveHint(name)}</Quiet>
        <Actions>
          <ButtonLink kind="second" href={settingsPath(viewer, '/portal/leave')} noPrefetch>
            {t.leave}
          </ButtonLink>
        </Actions>
      </Stack>
    </Card>
  )
}

type FormProps = {
  settings: OwnSettings
  form: PortalForm
  refused: Refused
  viewer: Viewer
  /** What stands before the slug in the address of the entry page. */
  addressPrefix: string
}

export function PortalSettingsForm({ settings, form, refused, viewer, addressPrefix }: FormProps) {
  const { locale } = viewer
  const { portal: t } = settingsTexts(locale)
  const { fields } = t
  const field = (name: 'slug' | 'colour' | 'sender_name' | 'address_form', value: string) => ({
    ...fields[name],
    name,
    value,
    issue: refused[name],
  })
  return (
    <Form warnsUnsaved>
      <RefusedList refused={refused} fields={fields} locale={locale} />
      <Card title={t.offers}>
        <Stack>
          <Check name="enabled" label={t.enabled} isChecked={form.isEnabled} />
          <CheckboxGroup
            name="functions"
            label={fields.functions.label}
            values={form.functions}
            options={FUNCTIONS.map((value) => ({ value, label: t.functions[value] }))}
          />
          <Quiet>{t.mandateLead}</Quiet>
        </Stack>
      </Card>
      <Card title={fields.fields.label}>
        <Stack>
          <Quiet>{t.fieldsLead}</Quiet>
          <ChoiceRows
            id={inputId('fields')}
            options={ACCESS.map((value) => ({ value, label: t.access[value] }))}
            rows={Object.entries(form.fields).map(([key, value]) => ({
              name: inputOf(key),
              label: labelOf(key, settings, locale),
              value,
              withoutValues: withoutAccess(key),
            }))}
          />
        </Stack>
      </Card>
      <Card title={t.look}>
        <Fields>
          <TextField {...field('slug', form.slug)} hint={t.slugHint(addressPrefix)} />
          <TextField {...field('sender_name', form.senderName)} placeholder={settings.workspace.name} />
          <SelectField
            {...field('address_form', form.addressForm)}
            options={ADDRESS_FORMS.map((value) => ({ value, label: t.addressForms[value] }))}
          />
          <ColourField {...field('colour', form.colour)} />
          <ColourSample
            colour={/^#[0-9a-f]{6}$/i.test(form.colour) ? form.colour : '#000000'}
            name={settings.workspace.name}
            link={t.sampleLink}
            contrastText={t.contrast}
            locale={locale}
          />
        </Fields>
      </Card>
      <StickyActions>
        <Button>{formTexts(locale).save}</Button>
        <Button kind="second" name="preview" value="1" action={`#${inputId('colour')}`}>
          {t.preview}
        </Button>
      </StickyActions>
    </Form>
  )
}

const labelOf = (key: string, { columns }: OwnSettings, locale: Locale): string =>
  columns.find((column) => column.key === key)?.name ?? formTexts(locale).fields[key] ?? key
