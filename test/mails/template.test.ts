import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { parseBody } from '../../src/domain/mails/body'
import { mailIssues } from '../../src/domain/mails/mail-issues'
import {
  columnPlaceholder,
  dependsOnReader,
  isPersonal,
  placeholdersIn,
} from '../../src/domain/mails/placeholders'
import { templateProblems } from '../../src/domain/mails/template'
import { messageOf } from '../../src/domain/shared/refusals'
import { validate } from '../../src/domain/shared/validation'
import { anyText } from '../support/any-text'

const column = (id: string, external_id: string | null): CustomColumn => ({
  id,
  external_id,
  type: 'string',
  name: 'Column',
  allowed_values: null,
})
const COLUMNS = [
  column('col_1', 'shirt_size'),
  column('col_2', null),
  column('col_3', 'Anrede'),
  column('col_4', '*a_b*'),
]

const issues = (template: { subject?: unknown; body?: unknown }) =>
  [...templateProblems(template, COLUMNS)].map(({ path, refusal }) => [[path], messageOf(refusal)])
const issuesOfBody = (body: string) => issues({ subject: 'Hello', body }).map(([, message]) => message)

describe('placeholders', () => {
  it('are read in both languages, in any case and with spaces', () => {
    const text = '{{ Vorname }} {{FIRST_NAME}} {{Offener_Betrag}} {{ Grösse }} {{toString}} {{ }} {{a\n}}'
    expect(placeholdersIn(text)).toEqual(['first_name', 'open_amount', 'Grösse', 'toString', ''])
  })

  it('are personal but for the association, names and the link, which cover all who share an address', () => {
    expect(isPersonal({ subject: '{{verein}}', body: '{{ portal_link }}' })).toBe(false)
    expect(isPersonal({ subject: '{{vorname}} {{Anrede}}', body: '{{name}} {{last_name}}' })).toBe(false)
    expect(dependsOnReader({ subject: '{{vorname}}', body: '{{portal_link}}' })).toBe(true)
    expect(dependsOnReader({ subject: '{{verein}}', body: '{{portal_link}}' })).toBe(false)
    expect(isPersonal({ subject: '{{vorname}}', body: '{{membership_number}}' })).toBe(true)
    expect(isPersonal({ subject: 'Hello', body: '{{shirt_size}}' })).toBe(true)
  })

  it('name a column by its key, or by its id where every mail has that key', () => {
    expect(COLUMNS.map(columnPlaceholder)).toEqual(['shirt_size', 'col_2', 'col_3', '*a_b*'])
  })
})

describe('issues of a mail', () => {
  it('are none where all placeholders are known', () => {
    const body =
      'Hallo {{vorname}} {{ SHIRT_SIZE }} {{col_2}} {{Anrede}} {{*a_b*}}\n[Portal]({{ portal_link }})'
    expect(issues({ subject: 'Hallo {{name}}', body })).toEqual([])
  })

  it('name unknown placeholders, with the most similar one', () => {
    expect(issues({ subject: '{{vornahme}}', body: '{{shirtsize}} {{}} {{something}} {{col_3}}' })).toEqual([
      [['subject'], 'has the unknown placeholder {{vornahme}}; did you mean {{vorname}}?'],
      [['body'], 'has the unknown placeholder {{shirtsize}}; did you mean {{shirt_size}}?'],
      [['body'], 'has the unknown placeholder {{}}'],
      [['body'], 'has the unknown placeholder {{something}}'],
    ])
    const many = Array.from({ length: 50 }, (_, index) => `{{unknown ${index}}}`).join('')
    expect(issuesOfBody(many)).toHaveLength(10)
  })

  it.each([
    ['Hello {{name', 'has {{ without }} in the same line'],
    ['Hello {{na\nme}}', 'has {{ without }} in the same line'],
    ['{{{{first_name}}}}', 'has {{ without }} in the same line'],
    [' \n', 'must not be empty'],
    ['a'.repeat(50_001), 'must be at most 50000 characters long'],
    ['a\u0007', 'must be well-formed text without control characters'],
    ['> '.repeat(20_000), 'is nested too deeply, or has too much Markdown'],
    ['*a'.repeat(20_000), 'is nested too deeply, or has too much Markdown'],
    [
      '[a](https://example.org/{{name}})',
      'has a placeholder in the address https://example.org/{{name}}; only {{portal_link}} alone can be one',
    ],
    [
      'https://example.org/?{{portal_link}}',
      'has a placeholder in the address https://example.org/?{{portal_link}}; only {{portal_link}} alone can be one',
    ],
    [
      '> - **[a](javascript:alert(1))**',
      'has a link to javascript:alert(1); addresses begin with https://, http://, mailto: or tel:',
    ],
    ['![a](verein.de)', 'has a link to verein.de; addresses begin with https://, http://, mailto: or tel:'],
  ])('of the body %j are %j', (body, message) => {
    expect(issuesOfBody(body)).toEqual([message])
  })

  it('tell what a subject may not be', () => {
    const ofSubject = (subject: string) => issues({ subject, body: 'Hello' })
    expect(ofSubject('a\r\nBcc: b@example.org')).toEqual([[['subject'], 'must be in one line']])
    expect(ofSubject('')).toEqual([[['subject'], 'must not be empty']])
    expect(ofSubject('ü'.repeat(201))).toEqual([[['subject'], 'must be at most 200 characters long']])
    expect(ofSubject('😀'.repeat(200))).toEqual([])
    expect(ofSubject('{{Portal_Link}}')).toEqual([
      [['subject'], 'must not have {{portal_link}}, which belongs in the body'],
    ])
  })

  it('are told with those of the schema', () => {
    const schema = z.strictObject({ subject: z.string(), body: z.string() })
    const check = (given: unknown) =>
      validate(schema, given, (body) => mailIssues(body, { list: 'members', columns: [] }, null))
    expect(check({ subject: 'a', body: 'b' })).toEqual({ subject: 'a', body: 'b' })
    expect(() => check({ subject: 1, body: '{{b}}' })).toThrow(
      expect.objectContaining({
        issues: {
          subject: [{ code: 'wrong_type', message: 'must be a string' }],
          body: [{ code: 'unknown_placeholder', written: 'b' }],
        },
      }),
    )
  })
})

it('parses any text, and finds its problems', () => {
  const markdown = fc
    .array(fc.constantFrom(...'*_~`[]()!<>#-+>1. \n\t\\{}{{}}ab:/@.'), { maxLength: 400 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(anyText, markdown), (body) => {
      parseBody(body)
      for (const { path } of templateProblems({ subject: body, body }, COLUMNS))
        expect(['subject', 'body']).toContain(path)
    }),
  )
})
