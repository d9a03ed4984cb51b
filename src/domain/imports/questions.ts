import { date } from '../shared/text'
import { similarTo, wordKey } from './cells/choice'
import type { Reading } from './cells/grade'
import { PAYMENT_METHODS } from './cells/payment'
import type { ColumnPlan } from './column-plans'
import type { ImportSettings, Question, QuestionKind } from './planned'
import { textOf } from './value-text'

type Doubt = Extract<Reading, { grade: 'doubtful' }>

/** What a doubtful cell becomes by the answer: a value, a word to add to a column, or nothing. */
export type Settled = { value: unknown; isNewWord?: boolean } | 'left_out'

/** The possible answers of a kind, and the one that stands without a choice. */
const CHOICES: Record<Exclude<QuestionKind, 'unknown_word'>, [standing: string, ...others: string[]]> = {
  two_digit_year: ['accept', 'leave_out'],
  year_only: ['first_day', 'leave_out'],
  unlikely_birthdate: ['leave_out', 'accept'],
  postcode_zero: ['add_zero', 'as_it_is'],
  several_emails: ['first', 'leave_out'],
  at_in_words: ['accept', 'leave_out'],
  formula: ['leave_out', 'as_text'],
  rounded_number: ['leave_out', 'accept'],
  amount_thousands: ['thousands', 'decimals', 'leave_out'],
  name_of_three_words: ['last_word', 'more_words', 'leave_out'],
  payment_word: ['leave_out', ...PAYMENT_METHODS],
  mandate_without_date: ['none', 'join_date'],
  last_used_on: ['none'],
  leave_before_join: ['leave_out', 'accept'],
  doubles: ['one', 'two'],
}

/** The answers that take the other reading of a cell. */
const OTHER = new Set(['as_it_is', 'decimals', 'more_words'])

/** A year alone says too little for a birthday, and for a signature that the bank may ask for. */
const KEPT_OUT = new Set(['birthdate', 'sepa_mandate.signature_date', 'sepa_mandate.last_used_on'])

/** How many words of a column are asked for one by one. The others share a question. */
const MAX_WORDS = 8
/** How many different cells of a kind are shown. */
const MAX_SAMPLES = 5
const MAX_SAMPLE_LENGTH = 200

type Asked = {
  key: string
  kind: QuestionKind
  choices: string[]
  standing: string
  column: number | null
  word?: string
}

/** Collects the questions of a plan, and settles each doubt by its answer. */
export class Questions {
  private readonly asked = new Map<string, Question>()
  private readonly wordsOf = new Map<number, Set<string>>()

  constructor(private readonly answers: ImportSettings['answers']) {}

  /** What a doubtful cell becomes. */
  settle(doubt: Doubt, column: ColumnPlan, row: number, cell: string): Settled {
    const question = this.ask(this.toAsk(doubt, column))
    const settled = settledBy(question.answer, doubt, column)
    this.addSample(question, row, cell, settled === 'left_out' ? null : textOf(settled.value))
    return settled
  }

  /** Asks a question about a person, and returns its answer. */
  askOf(
    kind: 'mandate_without_date' | 'leave_before_join',
    row: number,
    cell: string,
    becomes: (answer: string) => string | null,
  ): string {
    const question = this.ask({
      key: kind,
      kind,
      choices: [...CHOICES[kind]],
      standing: CHOICES[kind][0],
      column: null,
    })
    this.addSample(question, row, cell, becomes(question.answer))
    return question.answer
  }

  /** Asks when the mandate of a person was last used; the answer is a date or `none`. */
  askLastUse(row: number, cell: string, today: string): string {
    const given = this.answers.last_used_on ?? ''
    const isDate = date.safeParse(given).success && given <= today
    const choices = isDate ? ['none', given] : ['none']
    const question = this.ask({
      key: 'last_used_on',
      kind: 'last_used_on',
      choices,
      standing: 'none',
      column: null,
    })
    this.addSample(question, row, cell, question.answer === 'none' ? null : question.answer)
    return question.answer
  }

  /** The questions in the order of their kinds and columns. */
  all(): Question[] {
    return [...this.asked.values()].sort(
      (one, other) =>
        ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
        (one.column ?? -1) - (other.column ?? -1) ||
        other.count - one.count,
    )
  }

  private toAsk({ kind, word }: Doubt, { index, target, custom }: ColumnPlan): Asked {
    if (kind === 'unknown_word' || kind === 'payment_word')
      return this.wordToAsk(kind, word ?? '', index, custom)
    const [first, ...others] = CHOICES[kind]
    const ofColumn = kind === 'year_only'
    const standing = ofColumn && KEPT_OUT.has(target) ? 'leave_out' : first
    return {
      key: ofColumn ? `${kind}.${index}` : kind,
      kind,
      choices: [first, ...others],
      standing,
      column: ofColumn ? index : null,
    }
  }

  private wordToAsk(
    kind: 'unknown_word' | 'payment_word',
    word: string,
    column: number,
    custom: ColumnPlan['custom'],
  ): Asked {
    const words = this.wordsOf.get(column) ?? new Set()
    this.wordsOf.set(column, words)
    const shown = wordKey(word).slice(0, 60)
    const isOne = words.has(shown) || words.size < MAX_WORDS
    if (isOne) words.add(shown)
    const key = `${kind}.${column}.${isOne ? shown : '*'}`
    const base = { key, kind, column, ...(isOne && { word }) }
    if (kind === 'payment_word') return { ...base, choices: [...CHOICES.payment_word], standing: 'leave_out' }
    if (!custom || custom.type === 'boolean')
      return { ...base, choices: ['leave_out', 'yes', 'no'], standing: 'leave_out' }
    const similar = isOne ? similarTo(word, custom) : undefined
    const choices = ['new', ...(custom.allowed_values ?? []).map((value) => `as:${value}`), 'leave_out']
    return { ...base, choices, standing: similar === undefined ? 'new' : `as:${similar}` }
  }

  private ask({ key, kind, choices, standing, column, word }: Asked): Question {
    const known = this.asked.get(key)
    if (known) return known
    const given = this.answers[key]
    const isAnswered = given !== undefined && choices.includes(given)
    const question: Question = {
      key,
      kind,
      column,
      count: 0,
      samples: [],
      choices,
      answer: isAnswered ? given : standing,
      isAnswered,
      ...(word !== undefined && { word }),
    }
    this.asked.set(key, question)
    return question
  }

  private addSample(question: Question, row: number, cell: string, becomes: string | null): void {
    question.count++
    const isShown = question.samples.some((sample) => sample.cell === cell.slice(0, MAX_SAMPLE_LENGTH))
    if (question.samples.length < MAX_SAMPLES && !isShown)
      question.samples.push({
        row,
        cell: cell.slice(0, MAX_SAMPLE_LENGTH),
        becomes: becomes?.slice(0, MAX_SAMPLE_LENGTH) ?? null,
      })
  }
}

const ORDER: QuestionKind[] = [
  ...(['two_digit_year', 'year_only', 'unlikely_birthdate', 'leave_before_join', 'postcode_zero'] as const),
  ...(['several_emails', 'at_in_words', 'name_of_three_words', 'payment_word', 'unknown_word'] as const),
  ...([
    'amount_thousands',
    'rounded_number',
    'formula',
    'mandate_without_date',
    'last_used_on',
    'doubles',
  ] as const),
]

function settledBy(answer: string, doubt: Doubt, { custom }: ColumnPlan): Settled {
  if (answer === 'leave_out') return 'left_out'
  if (OTHER.has(answer)) return { value: doubt.other ?? doubt.value }
  if (doubt.kind === 'payment_word') return { value: answer }
  if (doubt.kind !== 'unknown_word') return { value: doubt.value }
  if (!custom || custom.type === 'boolean') return { value: answer === 'yes' }
  return answer === 'new' ? { value: doubt.word, isNewWord: true } : { value: answer.slice('as:'.length) }
}
