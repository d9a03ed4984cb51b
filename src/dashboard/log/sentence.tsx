import type { Child } from 'hono/jsx'
import type { Event } from '../../domain/events/event'
import type { ToldEvent } from '../../domain/persons/payers/told-events'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { wordOf } from '../../ui/i18n/word-of'
import { Change, ChangeList, Fold } from '../../ui/timeline'
import {
  emptiedName,
  isOfField,
  type ManyName,
  manyName,
  type SentenceName,
  sentenceName,
} from './sentence-name'
import { type SentenceTexts, sentenceTexts } from './sentence-texts'
import { fieldLabel, valueText, type Wording } from './values'

/** The address of the subject of an event, where it has one that the reader may open. */
export type HrefOf = (event: Event) => string | undefined

type Props = { event: ToldEvent; wording: Wording; hrefOf?: HrefOf }

/**
 * What an event says: who did what, and the value before and after where one field changed. On the page of its subject
 * (`isOwn`) without the name of that.
 */
export function Sentence({ event, wording, hrefOf, isOwn }: Props & { isOwn?: boolean }) {
  const { locale, currency } = wording
  const t = sentenceTexts(locale)
  const own: Partial<Record<SentenceName, string>> = t.own
  const [name, emptied] = [sentenceName(event), emptiedName(event)]
  const { changes, action, subject } = event
  const [path = '', ...others] = Object.keys(changes ?? {})
  const exported = action.endsWith('.exported')
    ? (changes?.events ?? changes?.persons ?? changes?.fees)
    : undefined
  const sentence = emptied ? t.emptied[emptied] : (isOwn && own[name]) || t.one[name]
  const what = isOfField(name) ? fieldLabel(subject.kind, path, wording) : undefined
  return (
    <>
      {fill(sentence, {
        who: actorName(event, t),
        subject: <Subject event={event} hrefOf={hrefOf} />,
        what: what ? <b>{what}</b> : name === 'fee.created' ? subject.name : action,
        value: formatMoney(Number(changes?.amount?.[1] ?? 0), currency, locale),
        count: formatNumber(Number(exported?.[1] ?? others.length + 1), locale),
      })}
      {what && (
        <>
          : <FieldChange event={event} path={path} wording={wording} />
        </>
      )}
    </>
  )
}

/** The changes of an event, below its sentence; nothing if the sentence says them. */
export function SentenceBody({ event, wording }: Pick<Props, 'event' | 'wording'>) {
  const { action, subject, changes } = event
  const paths = Object.keys(changes ?? {}).filter((path) => path !== 'area')
  if (paths.length === 0 || isOfField(sentenceName(event)) || isToldInFull(action)) return null
  const list = (
    <ChangeList
      items={paths.map((path) => ({
        label: fieldLabel(subject.kind, path, wording),
        value: <FieldChange event={event} path={path} wording={wording} />,
      }))}
    />
  )
  if (paths.length <= MAX_OPEN && !action.endsWith('.created')) return list
  return <Fold label={sentenceTexts(wording.locale).details(paths.length)}>{list}</Fold>
}

/** How many changes are shown without being opened. */
const MAX_OPEN = 6

/** Whether the sentence of an action says all that matters. */
const isToldInFull = (action: string): boolean =>
  action.endsWith('.exported') || TOLD_IN_FULL.includes(action)

const TOLD_IN_FULL = [
  'fee.created',
  'api_key.revoked',
  'webhook_endpoint.secret_shown',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.deleted',
  'staff.invited_again',
  'staff.accepted',
  'mail.sent',
  'person.address_unblocked',
  'person.news_refused',
  'person.news_wanted',
]

/** What many events of a batch say together; `count` is their number, of which `events` are the newest. */
export function ManySentence({
  events,
  count,
  wording,
}: {
  events: [ToldEvent, ...ToldEvent[]]
  count: number
  wording: Wording
}) {
  const { locale } = wording
  const t = sentenceTexts(locale)
  const [first] = events
  const { name, path } = manyName(events)
  const many: Partial<Record<ManyName, string>> = t.many
  const sentence = many[name]
  const { kind } = first.subject
  if (!sentence)
    return (
      <>
        <Sentence event={first} wording={wording} />
        {t.andMore(count - 1)}
      </>
    )
  return (
    <>
      {fill(sentence, {
        who: actorName(first, t),
        count: formatNumber(count, locale),
        what: path ? <b>{fieldLabel(kind, path, wording)}</b> : first.action,
        value: path && <b>{valueText(first, path, first.changes?.[path]?.[1], wording)}</b>,
      })}
    </>
  )
}

/** The name of a subject, as a link where there is an address. */
export function Subject({ event, hrefOf }: Pick<Props, 'event' | 'hrefOf'>) {
  const { action, subject, changes } = event
  // A fee is about the person who pays it.
  const name = String((action === 'fee.created' && changes?.person_name?.[1]) || (subject.name ?? subject.id))
  const href = subject.name === null ? undefined : hrefOf?.(event)
  return href ? <a href={href}>{name}</a> : name
}

type FieldChangeProps = { event: ToldEvent; path: string; wording: Wording }

/** The value of a field before and after an event. */
export function FieldChange({ event, path, wording }: FieldChangeProps) {
  const [from, to] = event.changes?.[path] ?? []
  const textOf = (value: unknown) => shortened(valueText(event, path, value, wording))
  return <Change from={textOf(from)} to={textOf(to)} />
}

/** How many characters of a value are shown. */
const MAX_CHARACTERS = 160

const shortened = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${[...text].slice(0, MAX_CHARACTERS).join('')} …`

/** Who did it: people by their names, the others by what they are. */
export function actorName({ actor: { kind, name }, door }: Event, t: SentenceTexts): string {
  if (name === null || kind === 'operator' || kind === 'service') return wordOf(t.nameless, kind)
  if (kind === 'staff' && door === 'portal') return t.onBehalf(name)
  return kind === 'key' ? t.keyName(name) : name
}

/** Puts parts into the places of a sentence. */
const fill = (sentence: string, parts: Record<string, Child>): Child[] =>
  sentence.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece)
