import { columnKey } from '../../domain/custom-columns/column'
import type { Compared, Comparison } from '../../domain/doubles/compare'
import { isEmpty } from '../../domain/doubles/merged-values'
import { MANDATE } from '../../domain/person-fields/fields'
import type { Issues } from '../../domain/shared/errors'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { Form, HiddenFields } from '../../ui/form-layout'
import { formatDay } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { Pair, PairChoice, PairHead } from '../../ui/pair'
import { displayName } from '../../ui/person-fields/display-name'
import { labelOf, type PersonField } from '../../ui/person-fields/kind'
import { FieldValue, fieldText } from '../../ui/person-fields/value'
import { Actions, Row, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { DeceasedBadge } from '../deceased-badge'
import { StaffLayout, type Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { answerName } from './answer-name'
import { mergePath } from './path'
import { doublesTexts } from './texts'

/** Two persons, and the fields whose value is to be that of the person who goes. */
export type PageProps = { comparison: Comparison; viewer: Viewer; take: string[] }

type Props = PageProps & { isChanged?: boolean; issues?: Issues }

/** Two persons side by side, with a choice for each value that differs. */
export function ComparePage({ comparison, viewer, take, isChanged, issues = {} }: Props) {
  const { locale, staff } = viewer
  const { kept, gone, values, context, refusals } = comparison
  const { list } = context
  const t = doublesTexts(locale)
  const page = t.mergePage
  const differing = values.filter(({ difference }) => difference === 'differing')
  const invalid = Object.keys(issues).filter((path) => path !== 'from' && path !== 'person_id')
  return (
    <StaffLayout
      title={page.title}
      viewer={viewer}
      section={list}
      hasIssues={isChanged || refusals.length > 0}
    >
      <PageHead
        title={page.title}
        lead={page.lead}
        breadcrumb={<BackLink href={pathIn(staff.workspace, `/${list}/doubles`)}>{t.title}</BackLink>}
      />
      {isChanged && <Notice tone="bad">{page.changed}</Notice>}
      {invalid.length > 0 && (
        <Notice tone="bad" title={page.invalid}>
          <p>
            {invalid.map((key) => labelOf(fieldOf(key.split('.')[0] ?? key, comparison), locale)).join(', ')}
          </p>
        </Notice>
      )}
      {refusals.length > 0 && (
        <Notice tone="warn" title={page.refusedTitle} isQuiet>
          {refusals.map((refusal) => (
            <Refusal {...{ refusal, comparison, locale }} />
          ))}
        </Notice>
      )}
      <Form action={mergePath(staff.workspace, list, kept.person.id, gone.person.id)}>
        <Card>
          <Pair
            values={[
              <Head of={kept} {...{ list, viewer }} isKept />,
              <Head of={gone} {...{ list, viewer }} />,
            ]}
          />
          <Row>
            <Quiet>{page.swapHint}</Quiet>
            <ButtonLink kind="plain" href={mergePath(staff.workspace, list, gone.person.id, kept.person.id)}>
              {page.swap}
            </ButtonLink>
          </Row>
        </Card>
        <Card title={page.differing}>
          {differing.length === 0 ? <p>{page.nothingDiffers}</p> : <Quiet>{page.differingLead}</Quiet>}
          {differing.map(({ key }) => (
            <Choice
              field={fieldOf(key, comparison)}
              isTaken={take.includes(key)}
              {...{ comparison, locale }}
            />
          ))}
        </Card>
        <Merged title={page.filled} of={['filled', 'joined']} {...{ comparison, locale }} />
        <Along {...{ comparison, locale }} />
        <Merged title={page.same} of={['same']} {...{ comparison, locale }} />
        {refusals.length === 0 && (
          <Actions>
            <Button>{page.next}</Button>
          </Actions>
        )}
      </Form>
      <form method="post" action={pathIn(staff.workspace, `/${list}/doubles`)}>
        <HiddenFields
          values={
            new URLSearchParams([
              ['id', kept.person.id],
              ['id', gone.person.id],
            ])
          }
        />
        <Actions>
          <Button kind="second">{t.distinct}</Button>
        </Actions>
      </form>
    </StaffLayout>
  )
}

/** A field of the list by its key. */
export const fieldOf = (key: string, { context }: Pick<Comparison, 'context'>): PersonField => {
  const column = context.columns.find((one) => columnKey(one) === key)
  return { key, ...(column && { column }) }
}

type HeadProps = { of: Compared; list: string; viewer: Viewer; isKept?: boolean }

function Head({ of: { person }, list, viewer: { staff, locale }, isKept = false }: HeadProps) {
  const t = doublesTexts(locale).mergePage
  return (
    <PairHead label={isKept ? t.stays : t.goes} isKept={isKept}>
      <a href={personPathIn(staff.workspace, list, person.id)}>{displayName(person)}</a>{' '}
      {person.leave_reason === 'deceased' && <DeceasedBadge locale={locale} />}
      <Quiet>{t.created(formatDay(String(person.created_at), staff.workspace.timezone, locale))}</Quiet>
    </PairHead>
  )
}

type ChoiceProps = { field: PersonField; isTaken: boolean; comparison: Comparison; locale: Locale }

function Choice({ field, isTaken, comparison: { kept, gone }, locale }: ChoiceProps) {
  const t = doublesTexts(locale).mergePage
  const hints: Record<string, string> = {
    external_id: t.externalIdHint,
    ...(isEmpty(kept.person[MANDATE]) && { [MANDATE]: t.mandateHint }),
  }
  const shown = ({ person }: Compared) =>
    fieldText(field, person[field.key], locale) || formTexts(locale).notGiven
  return (
    <PairChoice
      label={labelOf(field, locale)}
      name={answerName(field.key)}
      values={[shown(kept), shown(gone)]}
      answers={['kept', 'gone']}
      chosen={isTaken ? 'gone' : 'kept'}
      hint={hints[field.key]}
    />
  )
}

type MergedProps = {
  title: string
  of: Comparison['values'][number]['difference'][]
  comparison: Comparison
  locale: Locale
}

/** The values that need no choice, as they will be. */
function Merged({ title, of, comparison, locale }: MergedProps) {
  const person = comparison.mergedWith([])
  const keys = comparison.values.filter(({ difference }) => of.includes(difference)).map(({ key }) => key)
  if (keys.length === 0) return null
  return (
    <Card title={title}>
      <Facts {...{ keys, person, comparison, locale }} />
    </Card>
  )
}

type FactsProps = { keys: string[]; person: Record<string, unknown>; comparison: Comparison; locale: Locale }

/** Values of a person by their names. */
export const Facts = ({ keys, person, comparison, locale }: FactsProps) => (
  <DescriptionList
    items={keys.map((key) => {
      const field = fieldOf(key, comparison)
      return {
        name: labelOf(field, locale),
        value: <FieldValue field={field} value={person[key]} locale={locale} />,
      }
    })}
  />
)

/** What else the person who goes has. */
export function Along({ comparison: { gone }, locale }: Pick<ChoiceProps, 'comparison' | 'locale'>) {
  const t = doublesTexts(locale).mergePage
  const counts = [gone.fees ? t.fees(gone.fees) : '', gone.mails ? t.mails(gone.mails) : ''].filter(Boolean)
  return (
    <Card title={t.along}>
      <Stack gap="small">
        <p>{counts.length > 0 ? counts.join(', ') : t.nothingAlong}</p>
        <Quiet>{t.alongLead}</Quiet>
      </Stack>
    </Card>
  )
}

type RefusalProps = { refusal: Comparison['refusals'][number]; comparison: Comparison; locale: Locale }

function Refusal({ refusal: { of, code }, comparison: { kept, gone }, locale }: RefusalProps) {
  const text = doublesTexts(locale).mergePage.refused[code]
  return <p>{typeof text === 'string' ? text : text(displayName((of === 'kept' ? kept : gone).person))}</p>
}
