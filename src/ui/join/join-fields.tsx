import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { Card } from '../card'
import { Check } from '../choices'
import { Fields } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { FieldInput } from '../person-fields/input'
import type { IssueTexts } from '../person-fields/issues'
import { kindOf, labelOf } from '../person-fields/kind'
import { Stack } from '../stack'
import { Quiet } from '../text'
import { cardsOf } from './cards'
import { joinTexts } from './texts'

/** The name of the box by which applicants agree to the statutes. */
export const CONSENT = 'consent.statutes'

type Props = {
  fields: JoinField[]
  values: Record<string, unknown>
  agrees?: boolean
  issues?: Issues
  statutesUrl: string | null
  privacyUrl: string | null
  /** The country of the workspace, and the date (YYYY-MM-DD) there. */
  own: { country: string | undefined; today: string }
  locale: Locale
}

/** The fields of an application for membership in cards by subject, and the consent at their end. */
export function JoinFields({ fields, values, agrees = false, issues = {}, own, locale, ...links }: Props) {
  const t = joinTexts(locale)
  const texts = missingTexts(fields, issues, locale)
  return (
    <>
      {cardsOf(fields).map(({ card, fields }) => (
        <Card title={t.cards[card]}>
          <Fields>
            {fields.map((field) => (
              <FieldInput
                field={field}
                label={field.isRequired ? labelOf(field, locale) : t.optional(labelOf(field, locale))}
                value={values[field.key]}
                {...{ issues, texts, own, locale }}
              />
            ))}
          </Fields>
          {fields.some(({ key }) => key === 'bank_account') && <Quiet>{t.mandate}</Quiet>}
        </Card>
      ))}
      <Card title={t.consentTitle}>
        <Stack>
          {links.statutesUrl && <NewTab href={links.statutesUrl} label={t.statutes} />}
          <Check name={CONSENT} label={t.consent} isChecked={agrees} issue={texts[CONSENT]} />
          {links.privacyUrl && <NewTab href={links.privacyUrl} label={t.privacy} />}
        </Stack>
      </Card>
    </>
  )
}

// A new tab, so that nobody loses what they typed by reading.
const NewTab = ({ href, label }: { href: string; label: string }) => (
  <p>
    <a href={href} target="_blank" rel="noreferrer">
      {label}
    </a>
  </p>
)

/** The sentences for what is missing, by the paths of the issues. */
export function missingTexts(fields: JoinField[], issues: Issues, locale: Locale): IssueTexts {
  const t = joinTexts(locale)
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const sentence = (path: string): string => {
    if (path === CONSENT) return t.missingConsent
    const field = byKey.get(path)
    const label = field ? labelOf(field, locale) : path
    if (field && CHOICES.includes(kindOf(field))) return t.missingChoice(label)
    return (!field?.column && t.missingParts[path.split('.').at(-1) ?? '']) || t.missing(label)
  }
  const missing = Object.entries(issues).filter(([, refusals]) =>
    refusals.some(({ code }) => code === 'missing'),
  )
  return Object.fromEntries(missing.map(([path]) => [path, sentence(path)]))
}

const CHOICES = ['choice', 'choices', 'payment', 'sex', 'boolean']
