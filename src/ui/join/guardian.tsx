import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { Card } from '../card'
import { Fields } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { FieldInput } from '../person-fields/input'
import { labelOf } from '../person-fields/kind'
import { Quiet } from '../text'
import { issuesBelow, missingTexts } from './missing'
import { GUARDIAN } from './names'
import { joinTexts } from './texts'

/** What is asked of a guardian. */
export const guardianFields = (): JoinField[] => ['name', 'email'].map((key) => ({ key, isRequired: true }))

type Props = {
  guardian: Record<string, unknown> | null
  issues: Issues
  focusOn: (prefix: string) => string | undefined
  own: { country: string | undefined; today: string }
  locale: Locale
}

/** The fields of who acts for a minor that fills the form in. */
export function GuardianCard({ guardian, issues, focusOn, own, locale }: Props) {
  const t = joinTexts(locale)
  const fields = guardianFields()
  const at = issuesBelow(issues, 'guardian')
  const texts = missingTexts({ fields, issues: at, who: t.guardian, locale })
  return (
    <Card title={t.guardianTitle}>
      <Quiet>{t.guardianLead}</Quiet>
      <Fields>
        {fields.map((field) => (
          <FieldInput
            field={field}
            label={labelOf(field, locale)}
            value={guardian?.[field.key]}
            issues={at}
            prefix={GUARDIAN}
            focusOn={focusOn(GUARDIAN)}
            hasAutofill={false}
            {...{ texts, own, locale }}
          />
        ))}
      </Fields>
    </Card>
  )
}
