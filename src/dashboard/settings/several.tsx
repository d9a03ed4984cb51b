import type { Child } from 'hono/jsx'
import { languageOf } from '../../domain/shared/language'
import { TEMPLATES, type TemplateName } from '../../domain/shared/templates'
import { Card } from '../../ui/card'
import { CheckboxGroup, FieldGroup, inputId, SaveOrCancel } from '../../ui/form'
import { ErrorSummary, Fields, Form } from '../../ui/form-layout'
import type { Language } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Measure } from '../../ui/stack'
import { Chips } from '../../ui/tabs'
import { Quiet } from '../../ui/text'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { newFormToken, TOKEN } from '../once'
import { refusedIn, withPaths } from '../refusals'
import type { FieldTexts } from '../refused-fields'
import { settingsTexts } from './texts'

/** How many rows a form has for what no template contains. */
const ROWS = 5

const ENTRY = 'entry'
const LANGUAGE = 'language'

type Values = Record<string, string>

/** What somebody wants to create: the names that are ticked in a template, and rows, of which some are blank. */
export type Wanted<V extends Values> = { ticked: string[]; rows: V[] }

/** One thing to create: an entry of the template, or a row that is not blank. */
type Piece<Entry, V> = { entry: Entry } | { row: number; values: V }

/** The template that an address names. */
export const templateIn = (name: string | undefined): TemplateName | undefined =>
  TEMPLATES.find((template) => template === name)

/** The language in which the form showed its template. */
export const languageIn = (form: URLSearchParams): Language => (form.get(LANGUAGE) === 'en' ? 'en' : 'de')

/** What a form has at first: every entry that it offers is ticked, and all rows are blank. */
export const wantedAtFirst = <V extends Values>(offered: { name: string }[], blank: V): Wanted<V> => ({
  ticked: offered.map(({ name }) => name),
  rows: Array.from({ length: ROWS }, () => blank),
})

/** What a form was sent with. */
export const readWanted = <V extends Values>(form: URLSearchParams, blank: V): Wanted<V> => ({
  ticked: form.getAll(ENTRY).filter((name) => name !== ''),
  rows: Array.from(
    { length: ROWS },
    (_, row) =>
      Object.fromEntries(
        Object.keys(blank).map((field) => [field, form.get(`${field}.${row}`)?.trim() ?? blank[field]]),
      ) as V,
  ),
})

/** What is to be created, in the order of the form. */
export const piecesOf = <Entry extends { name: string }, V extends Values>(
  { ticked, rows }: Wanted<V>,
  entries: Entry[],
  blank: V,
): Piece<Entry, V>[] => [
  ...entries.filter(({ name }) => ticked.includes(name)).map((entry) => ({ entry })),
  ...rows
    .map((values, row) => ({ row, values }))
    .filter(({ values }) => Object.keys(blank).some((field) => values[field] !== blank[field])),
]

/** The entries of a template that are not there yet, and the names of those that are. */
export function offeredOf<Entry extends { name: string }>(entries: Entry[], stored: { name: string }[]) {
  const names = new Set(stored.map(({ name }) => name.toLowerCase()))
  const isThere = ({ name }: Entry) => names.has(name.toLowerCase())
  return {
    offered: entries.filter((entry) => !isThere(entry)),
    present: entries.filter(isThere).map(({ name }) => name),
  }
}

/** What is wrong with an input: the name of the input, and how the summary calls it. */
export type Problem = { input: string; label: string; text: string }

type Labels = { fields: Record<string, FieldTexts>; row: (number: number) => string }

/** What is wrong with the pieces that a form asked for. Without any, it asked for nothing. */
export function problemsOf<Entry extends { name: string }, V extends Values>(
  faults: Faults,
  pieces: Piece<Entry, V>[],
  { fields, row: rowLabel }: Labels,
  viewer: Viewer,
): Problem[] {
  const first = { input: 'name.0', label: rowLabel(1) }
  if (pieces.length === 0) return [{ ...first, text: settingsTexts(viewer.locale).several.nothing }]
  const ofPieces = pieces.flatMap((piece, index) => {
    const refused = refusedIn(below(`data.${index}.`, faults), fields, viewer)
    return Object.entries(refused).map(([field, text = '']) =>
      'entry' in piece
        ? { input: ENTRY, label: piece.entry.name, text }
        : {
            input: `${field}.${piece.row}`,
            label: `${rowLabel(piece.row + 1)}, ${fields[field]?.label}`,
            text,
          },
    )
  })
  const { data } = refusedIn(only('data', faults), fields, viewer)
  return data ? [...ofPieces, { ...first, text: data }] : ofPieces
}

/** The faults whose path begins with a prefix, without it. */
const below = (prefix: string, faults: Faults): Faults =>
  withPaths(faults, (path) => (path.startsWith(prefix) ? path.slice(prefix.length) : undefined))

const only = (name: string, faults: Faults): Faults =>
  withPaths(faults, (path) => (path === name ? name : undefined))

/** A field of a row: its input, its value, and what is wrong with it. */
export type RowField = { name: string; value: string; issue?: string }

type FormProps<V extends Values> = {
  viewer: Viewer
  texts: { own: string; ownLead: Child; row: (number: number) => string }
  /** The address of the page, and that of the list that it adds to. */
  path: string
  listPath: string
  template: TemplateName | undefined
  offered: { name: string; hint: string }[]
  present: string[]
  wanted: Wanted<V>
  problems: Problem[]
  rowFields: (field: (name: keyof V & string) => RowField) => Child
}

/** The form that creates several things at once: what is ticked in a template, and what is entered in rows. */
export function SeveralForm<V extends Values>({ viewer, wanted, problems, ...props }: FormProps<V>) {
  const { locale } = viewer
  const { texts, path, template, offered, present } = props
  const t = settingsTexts(locale).several
  const issueOf = (input: string) =>
    problems
      .filter((problem) => problem.input === input)
      .map(({ label, text }) => (input === ENTRY ? `${label}: ${text}` : text))
      .join(' ')
  const fieldOf = (row: number) => (field: keyof V & string) => {
    const issue = issueOf(`${field}.${row}`)
    return { name: `${field}.${row}`, value: wanted.rows[row]?.[field] ?? '', ...(issue && { issue }) }
  }
  const entryIssue = issueOf(ENTRY)
  return (
    <Measure>
      {problems.length > 0 && (
        <ErrorSummary
          title={formTexts(locale).checkEntries}
          issues={problems.map(({ input, label, text }) => ({ label, text, inputId: inputId(input) }))}
        />
      )}
      <Chips label={t.templates} items={templateLinks(viewer, path, template)} />
      <Form
        hidden={{ [TOKEN]: newFormToken(), [LANGUAGE]: languageOf(viewer.staff.workspace.locale) }}
        warnsUnsaved
      >
        {template && (
          <Card>
            {offered.length > 0 && (
              <CheckboxGroup
                name={ENTRY}
                label={t.names[template]}
                values={wanted.ticked}
                options={offered.map(({ name, hint }) => ({ value: name, label: name, hint }))}
                {...(entryIssue && { issue: entryIssue })}
              />
            )}
            {present.length > 0 && <Quiet>{t.present(present.join(', '))}</Quiet>}
          </Card>
        )}
        <Card title={texts.own}>
          <Quiet>{texts.ownLead}</Quiet>
          <Fields>
            {wanted.rows.map((_, row) => (
              <FieldGroup name={`row.${row}`} label={texts.row(row + 1)}>
                <Fields columns={2}>{props.rowFields(fieldOf(row))}</Fields>
              </FieldGroup>
            ))}
          </Fields>
        </Card>
        <SaveOrCancel label={t.create} cancelHref={props.listPath} locale={locale} />
      </Form>
    </Measure>
  )
}

/** The addresses of a page without a template and with each of them. */
const templateLinks = ({ locale }: Viewer, path: string, current: TemplateName | undefined) => {
  const t = settingsTexts(locale).several
  return [
    { label: t.noTemplate, href: path, isCurrent: current === undefined },
    ...TEMPLATES.map((name) => ({
      label: t.names[name],
      href: `${path}?template=${name}`,
      isCurrent: current === name,
    })),
  ]
}
