import type { Question } from '../../domain/imports/plan'
import type { PreparedImport } from '../../domain/imports/prepare'
import { Card } from '../../ui/card'
import { DateField, RadioGroup } from '../../ui/choices'
import { DescriptionList } from '../../ui/description-list'
import { type Option, SelectField } from '../../ui/form'
import { HiddenFields } from '../../ui/form-layout'
import { formatNumber, formatShortDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Pair } from '../../ui/pair'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { cellText, maskedCell, slotLabel } from './shown'
import { importTexts } from './texts'
import { questionTexts } from './texts-questions'

type Props = {
  question: Question
  /** The number of its first answer. */
  first: number
  prepared: PreparedImport
  viewer: Viewer
  sent: SentAnswers | undefined
}

/** Answers by the keys of their questions, which were refused: by faults, or without them for a day that is none. */
export type SentAnswers = { answers: Record<string, string>; faults?: Faults | undefined }

/** From how many answers on a list of them is shorter than all of them in view. */
const MAX_IN_VIEW = 5

/** A question about all cells of a kind, with some of them. */
export function QuestionCard({ question, first, prepared, viewer, sent }: Props) {
  const { locale } = viewer
  const { kind, column, count, key, samples, pairs } = question
  const { headers } = prepared.stored.head
  const texts = questionTexts(locale)
  const title = texts.titles[kind]({
    count,
    n: formatNumber(count, locale),
    column: column === null ? '' : (headers[column] ?? ''),
    word: maskedCell(question.word ?? '', undefined, viewer),
  })
  const hint = texts.hints[kind]
  return (
    <Card title={title}>
      {hint && <Quiet>{hint}</Quiet>}
      {pairs ? (
        pairs.map((pair, index) => (
          <PairQuestion {...{ pair, prepared, viewer, sent }} number={first + index} />
        ))
      ) : (
        <>
          {kind !== 'last_used_on' && <Samples {...{ kind, samples, column, prepared, viewer }} />}
          <HiddenFields values={{ [`key.${first}`]: key }} />
          <Answer {...{ question, title, locale, sent }} name={`answer.${first}`} />
        </>
      )}
    </Card>
  )
}

type SamplesProps = Pick<Question, 'kind' | 'samples' | 'column'> & Pick<Props, 'prepared' | 'viewer'>

/** Some cells, and what they become with the answer that stands. */
function Samples({ kind, samples, column, prepared, viewer }: SamplesProps) {
  const { locale } = viewer
  const t = importTexts(locale).questions
  const none = kind === 'mandate_without_date' ? t.withoutDate : t.leftOut
  const target = column === null ? undefined : prepared.stored.settings.mapping[column]
  return (
    <ul aria-label={t.samples}>
      {samples.map(({ row, cell, becomes }) => (
        <li>
          {cellText(cell, target, viewer)} →{' '}
          {becomes === null ? none : shown(cellText(becomes, target, viewer), locale)} (
          {importTexts(locale).rows(row, [])})
        </li>
      ))}
    </ul>
  )
}

/** A value as pages write it: dates in the notation of the language. */
const shown = (value: string, locale: Locale): string =>
  /^\d{4}-\d\d-\d\d$/.test(value) ? formatShortDate(value, locale) : value

type AnswerProps = Pick<Props, 'question' | 'sent'> & { name: string; title: string; locale: Locale }

function Answer({ question, name, title, locale, sent }: AnswerProps) {
  const { kind, key, choices } = question
  const answer = sent?.answers[key] ?? question.answer
  const t = importTexts(locale).questions
  if (kind === 'last_used_on')
    return (
      <DateField
        name={name}
        label={t.date}
        value={answer === 'none' ? '' : answer}
        {...(sent && !sent.faults && { issue: t.inFuture })}
      />
    )
  const options = choices.map((value): Option => ({ value, label: answerText(question, value, locale) }))
  const field = { name, label: title, value: answer, options }
  return choices.length > MAX_IN_VIEW ? <SelectField {...field} /> : <RadioGroup {...field} isLabelHidden />
}

function answerText({ kind }: Question, value: string, locale: Locale): string {
  const { answers, sameAs } = questionTexts(locale)
  if (value.startsWith('as:')) return sameAs(value.slice('as:'.length))
  const { paymentMethods } = formTexts(locale)
  return answers[`${kind}.${value}`] ?? answers[value] ?? paymentMethods[value] ?? value
}

type PairProps = Pick<Props, 'prepared' | 'viewer' | 'sent'> & {
  pair: NonNullable<Question['pairs']>[number]
  number: number
}

/** Two persons of the file side by side, who may be one. */
function PairQuestion({ pair, number, prepared, viewer, sent }: PairProps) {
  const { locale } = viewer
  const { key, names, rows, fields, answer } = pair
  const t = importTexts(locale).questions
  const { answers } = questionTexts(locale)
  const { headers } = prepared.stored.head
  const differing = fields.filter(({ values: [one, other] }) => one !== other)
  return (
    <Stack gap="small">
      <Pair
        values={
          [0, 1].map((side) => (
            <>
              <p>
                <strong>{names[side]}</strong>
              </p>
              <Quiet>{t.pairRow(rows[side] ?? 0)}</Quiet>
              <DescriptionList
                items={differing.map(({ field, values }) => ({
                  name: slotLabel(field, { columns: prepared.columns.context.columns, headers, locale }),
                  value: shown(cellText(values[side] ?? '', field, viewer), locale) || '–',
                }))}
              />
            </>
          )) as [never, never]
        }
      />
      <HiddenFields values={{ [`key.${number}`]: key }} />
      <RadioGroup
        name={`answer.${number}`}
        label={t.pair(`${names[0]} (${rows[0]})`, `${names[1]} (${rows[1]})`)}
        value={sent?.answers[key] ?? answer}
        options={(['one', 'two'] as const).map((value) => ({ value, label: answers[value] ?? value }))}
        isInline
      />
    </Stack>
  )
}
