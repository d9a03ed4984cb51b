import type { Child } from 'hono/jsx'
import type { Issues } from '../../domain/shared/errors'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Fields, Form, StickyActions } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { FieldInput } from '../../ui/person-fields/input'
import type { PersonField } from '../../ui/person-fields/kind'
import { Stack } from '../../ui/stack'
import type { Grouped } from './person-groups'
import { personTexts } from './person-texts'

type Props = {
  groups: Grouped[]
  values: Record<string, unknown>
  issues: Issues
  locale: Locale
  submit: string
  cancelHref: string
  /** The country of the workspace. */
  country: string | undefined
  hidden?: Record<string, string>
  /** What stands below a field. */
  noteFor?: (field: PersonField) => Child
}

/** The form with fields of a person, in their groups. */
export function PersonForm(props: Props) {
  const { groups, values, issues, locale, submit, cancelHref, country, hidden, noteFor } = props
  const t = personTexts(locale)
  return (
    <Form warnsUnsaved {...(hidden && { hidden })}>
      {groups.map(({ group, fields }) => (
        <Card title={t.groups[group]}>
          <Fields columns={2}>
            {fields.map((field) => (
              <Field note={noteFor?.(field)}>
                <FieldInput
                  field={field}
                  value={values[field.key]}
                  issues={issues}
                  locale={locale}
                  hasAutofill={false}
                  country={country}
                />
              </Field>
            ))}
          </Fields>
        </Card>
      ))}
      <StickyActions>
        <Button>{submit}</Button>
        <ButtonLink kind="second" href={cancelHref}>
          {formTexts(locale).cancel}
        </ButtonLink>
      </StickyActions>
    </Form>
  )
}

const Field = ({ note, children }: { note: Child; children?: Child }) =>
  note ? (
    <Stack gap="small">
      {children}
      {note}
    </Stack>
  ) : (
    children
  )

/** All fields of a form. */
export const formFields = (groups: Grouped[]): PersonField[] => groups.flatMap(({ fields }) => fields)

/** What a form gives for the values that no other person may have. */
export const uniqueValues = (form: URLSearchParams) => ({
  externalId: form.get('external_id')?.trim() || null,
  membershipNumber: form.get('membership_number')?.trim() || null,
  mandateReference: form.get('sepa_mandate.reference')?.trim() || null,
})
