import type { PortalCard } from '../../domain/person-fields/fields'
import { parseFixedFields } from '../../domain/persons/person'
import type { CardData } from '../../domain/portal/update-card'
import type { Issues } from '../../domain/shared/errors'
import { Card } from '../../ui/card'
import { inputId, SaveOrCancel } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { PageHead } from '../../ui/page-head'
import { countryOf } from '../../ui/person-fields/countries'
import { displayName } from '../../ui/person-fields/display-name'
import { FieldInput } from '../../ui/person-fields/input'
import { IssueList } from '../../ui/person-fields/issues'
import { Layout } from '../layout'
import { editCardTexts } from '../texts/edit-card'
import { myDataTexts } from '../texts/my-data'
import { conflictTexts } from './conflicts'
import { MandateCheck } from './mandate-check'
import { type CardReading, MANDATE, RELATIVES, seenEntries } from './read-card'
import { RelativeChecks } from './relative-checks'

type Props = {
  card: PortalCard
  data: CardData
  locale: Locale
  /** What was entered, where it could not be saved. */
  refused?: { reading: CardReading; issues: Issues }
}

/** The form of a card. It has no tabs and no other persons, which would lose what is entered. */
export function EditCard({ card, data, locale, refused }: Props) {
  const { session, person, editable } = data
  const t = editCardTexts(locale)
  const title = t.title(myDataTexts(locale).cards[card])
  const path = `/portal/persons/${person.id}`
  const values = { ...person, ...refused?.reading.changes }
  const issues = refused?.issues ?? {}
  const texts = conflictTexts(refused?.reading.conflicts ?? [], editable, locale)
  const own = { country: countryOf(session.person), today: session.context.today }
  return (
    <Layout {...{ title, locale, session }} hasIssues={refused !== undefined}>
      <PageHead title={title} lead={displayName(parseFixedFields(session.person))} />
      <IssueList
        issues={issues}
        fields={editable}
        texts={texts}
        note={refused && refused.reading.issues.length > 0 ? t.changedMeanwhile : undefined}
        others={othersIn(issues, locale)}
        locale={locale}
      />
      <Form action={`${path}/edit/${card}`} hidden={seenEntries(data, locale)}>
        <Card>
          <Fields>
            {editable.map((field) => (
              <FieldInput
                {...{ field, issues, locale, texts, own }}
                value={values[field.key]}
                isLabelHidden={editable.length === 1}
              />
            ))}
            <MandateCheck
              {...{ data, issues, locale }}
              isConfirmed={refused?.reading.isMandateConfirmed ?? false}
            />
            <RelativeChecks data={data} chosen={refused?.reading.relatives} issues={issues} locale={locale} />
          </Fields>
        </Card>
        <SaveOrCancel cancelHref={path} locale={locale} />
      </Form>
    </Layout>
  )
}

function othersIn(issues: Issues, locale: Locale) {
  const t = editCardTexts(locale)
  return [
    { path: MANDATE, label: t.mandateLabel, text: t.confirmMandate },
    { path: RELATIVES, label: t.relatives, text: t.relativesChanged },
  ]
    .filter(({ path }) => Object.hasOwn(issues, path))
    .map(({ path, ...item }) => ({ ...item, inputId: inputId(path) }))
}
