import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooIntricate } from '../../src/domain/mails/body'
import type { MailLook } from '../../src/ui/mail/look'
import { renderMail } from '../../src/ui/mail/render-mail'
import { anyText } from '../support/any-text'
import { textOf } from '../support/html'

const LINK = 'https://members.example.org/portal/login/abc'
const LOOK: MailLook = {
  name: 'TSV <Lindental>',
  colour: '#c00020',
  contact: { name: 'Geschäftsstelle', email: 'buero@example.org', phone: '030 / 12 34' },
  imprintUrl: 'https://example.org/imprint',
  privacyUrl: null,
}
const LOCALE = { language: 'de', tag: 'de-DE', isFormal: true } as const
const VALUES = { first_name: 'Katrin', portal_link: LINK, fees: 'Beitrag: 45,00 €\nTrikot: 20,00 €' }

const render = (body: string, values: Record<string, string> = VALUES, subject = 'Hallo') =>
  renderMail({ subject, body, values, look: LOOK, locale: LOCALE })

/** What a body becomes, without the frame of the mail, classes and styles. */
function bodyOf(body: string, values?: Record<string, string>): string {
  const [, card = ''] = /<\/p>(.*?)<\/td><\/tr><tr><td align="left" style="padding:16px/s.exec(
    render(body, values).html.slice(render(body, values).html.indexOf('class="card"')),
  ) ?? ['', '']
  return card.replace(/ (class|style|dir)="[^"]*"/g, '')
}
const textBody = (body: string, values?: Record<string, string>) =>
  render(body, values).text.split('\n\n-- \n')[0]

describe('Markdown of a mail', () => {
  it.each([
    ['a\nb\n\nc', '<p>a<br/>b</p><p>c</p>', 'a\nb\n\nc'],
    ['# A\n## B\n### C', '<h1>A</h1><h2>B</h2><h3>C</h3>', 'A\n=\n\nB\n-\n\nC'],
    ['**a** _b_ ~~c~~', '<p><strong>a</strong> <em>b</em> <s>c</s></p>', 'a b ~c~'],
    ['- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', '- a\n- b\n  1. c'],
    ['1. a\n1. b', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
    ['1. Mai\n5. Juni', '<ol><li>Mai</li><li value="5">Juni</li></ol>', '1. Mai\n5. Juni'],
    ['5. Mai\n12. Mai', '<p>5. Mai<br/>12. Mai</p>', '5. Mai\n12. Mai'],
    ['- 12. Mai', '<ul><li>12. Mai</li></ul>', '- 12. Mai'],
    ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n\n- b'],
    ['> a\n> b', '<blockquote><p>a<br/>b</p></blockquote>', '> a\n> b'],
    ['a\n---\nb', '<p>a</p><hr/><p>b</p>', `a\n\n${'-'.repeat(20)}\n\nb`],
    [
      '[a](https://example.org) https://example.org',
      '<p><a href="https://example.org/">a</a> <a href="https://example.org/">https://example.org</a></p>',
      'a (https://example.org/) https://example.org',
    ],
    [
      'b@example.org [c](tel:+4930)',
      '<p><a href="mailto:b@example.org">b@example.org</a> <a href="tel:+4930">c</a></p>',
      'b@example.org c (+4930)',
    ],
    [
      '![a](https://example.org/i.png)',
      '<p><a href="https://example.org/i.png">a</a></p>',
      'a (https://example.org/i.png)',
    ],
    [
      '<b>a</b> &amp; <!-- b -->',
      '<p>&lt;b&gt;a&lt;/b&gt; &amp;amp; &lt;!-- b --&gt;</p>',
      '<b>a</b> &amp; <!-- b -->',
    ],
    ['<div>**a**</div>', '<p>&lt;div&gt;<strong>a</strong>&lt;/div&gt;</p>', '<div>a</div>'],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>', '[a](javascript:alert(1))'],
    [
      '    a\n\n| b |\n|---|\n| c |',
      '<p>    a</p><p>| b |<br/>|---|<br/>| c |</p>',
      '    a\n\n| b |\n|---|\n| c |',
    ],
    ['- [x] a', '<ul><li>☑ a</li></ul>', '- ☑ a'],
  ])('of %j is %j', (body, html, text) => {
    expect(bodyOf(body)).toBe(html)
    expect(textBody(body)).toBe(text)
  })
})

describe('placeholders of a mail', () => {
  it.each([
    ['Hallo **{{Vorname}}**n', '<p>Hallo <strong>Katrin</strong>n</p>', 'Hallo Katrinn'],
    ['{{ fees }}', '<p>Beitrag: 45,00 €<br/>Trikot: 20,00 €</p>', 'Beitrag: 45,00 €\nTrikot: 20,00 €'],
    [
      '{{unknown}} {{*a*}} {% raw %}',
      '<p>{{unknown}} {{*a*}} {% raw %}</p>',
      '{{unknown}} {{*a*}} {% raw %}',
    ],
    ['{{{{first_name}}}}', '<p>{{Katrin}}</p>', '{{Katrin}}'],
    ['a {{portal_link}}.', `<p>a <a href="${LINK}">${LINK}</a>.</p>`, `a ${LINK}.`],
    ['b [a]({{ portal_link }})', `<p>b <a href="${LINK}">a</a></p>`, `b a (${LINK})`],
    [
      '[{{portal_link}}](https://example.org)',
      `<p><a href="https://example.org/">${LINK}</a></p>`,
      `${LINK} (https://example.org/)`,
    ],
    [
      '[a](https://example.org/{{first_name}})',
      '<p>[a](https://example.org/Katrin)</p>',
      '[a](https://example.org/Katrin)',
    ],
  ])('in %j become %j', (body, html, text) => {
    expect(bodyOf(body)).toBe(html)
    expect(textBody(body)).toBe(text)
  })

  it('make a button of a link that is alone in its paragraph', () => {
    const { html, text } = render('Hallo\n\n{{portal_link}}\n\nGruß')
    expect(html.match(new RegExp(`href="${LINK}"`, 'g'))).toHaveLength(2)
    expect(textOf(html)).toContain(
      `Zum Mitgliederportal Falls der Knopf nicht geht, kopieren Sie diese Adresse: ${LINK}`,
    )
    expect(html).toContain('bgcolor="#c00020"')
    expect(text).toContain(`Hallo\n\nZum Mitgliederportal:\n${LINK}\n\nGruß`)
  })

  it('take values as text, whatever they hold', () => {
    const value = '<img src=x>**a** [b](https://c.d) {{portal_link}}\r\n\u202e\u2066d\u0000 & "e"'
    const html = '&lt;img src=x&gt;**a** [b](https://c.d) {{portal_link}}<br/>d &amp; &quot;e&quot;'
    expect(bodyOf('{{first_name}}', { ...VALUES, first_name: value })).toBe(`<p>${html}</p>`)
    expect(textBody('{{first_name}}', { ...VALUES, first_name: value })).toBe(
      '<img src=x>**a** [b](https://c.d) {{portal_link}}\nd & "e"',
    )
  })

  it('isolate values that are written from right to left', () => {
    const { html } = render('{{first_name}}!', { first_name: 'ליאור' })
    expect(html).toContain('<span dir="auto">ליאור</span>!')
  })

  it('link to no address of a value that no one may follow', () => {
    const { html } = render('{{portal_link}}\n\na {{portal_link}} [b]({{portal_link}})', {
      portal_link: 'javascript:alert(1)',
    })
    expect(html).not.toContain('href="javascript')
  })
})

describe('the frame of a mail', () => {
  it('has the beginning of the mail in its preheader, without addresses', () => {
    const { html } = render(`Hallo {{Vorname}},\nhier ist {{portal_link}}\n\n- a\n\n${'lang '.repeat(50)}`)
    const [, preheader] = /<div style="display:none[^>]*>([^<]*)<\/div>/.exec(html) ?? []
    expect(preheader).toMatch(/^Hallo Katrin, hier ist lang .*…$/)
    expect(preheader).toHaveLength(140)
  })

  it('tells whom to ask, and has the links of the association, in both parts', () => {
    const mail = renderMail({
      subject: 'News',
      body: 'Hello',
      values: {},
      look: LOOK,
      locale: { language: 'en', tag: 'en-GB' },
      unsubscribeUrl: 'https://members.example.org/unsubscribe/x',
    })
    expect(mail.text).toBe(
      'Hello\n\n-- \nTSV <Lindental>\nQuestions? Geschäftsstelle · buero@example.org · 030 / 12 34\n' +
        'Legal notice: https://example.org/imprint\nUnsubscribe: https://members.example.org/unsubscribe/x\n',
    )
    expect(mail.html).toContain('<html lang="en">')
    expect(mail.html).toContain('TSV &lt;Lindental&gt;')
    for (const address of [
      'mailto:buero@example.org',
      'tel:0301234',
      'https://members.example.org/unsubscribe/x',
    ])
      expect(mail.html).toContain(`href="${address}"`)
    expect(textOf(mail.html)).toContain('Legal notice · Unsubscribe')
    expect(render('Hallo').html).not.toContain('Abbestellen')
  })

  it('falls back to the colour of the service', () => {
    const ofColour = (colour: string | null) =>
      renderMail({ subject: 'a', body: 'b', values: {}, look: { ...LOOK, colour }, locale: LOCALE }).html
    expect(ofColour('red;"')).toBe(ofColour(null))
    expect(ofColour('#FFD500')).toContain('border-top:4px solid #ffd500')
  })
})

describe('the subject of a mail', () => {
  it.each([
    ['Hallo {{ VORNAME }}', 'Katrin\r\nBcc: x@example.org', 'Hallo Katrin Bcc: x@example.org'],
    ['{{first_name}}', ' \u2028a\u202e\u0007 ', 'a'],
    ['{{first_name}}', '{{portal_link}}', '{{portal_link}}'],
    ['{{first_name}}', '😀'.repeat(300), `${'😀'.repeat(249)}…`],
  ])('of %j with %j is %j', (subject, first_name, line) => {
    expect(render('', { ...VALUES, first_name }, subject).subject).toBe(line)
  })
})

/** The tags of a document with their attributes, without those that a value may add: line breaks and isolation. */
const tagsOf = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).filter((tag) => !/^<(br\/|span dir="auto"|\/span)>$/.test(tag))

describe('any mail', () => {
  const markdown = fc
    .array(
      fc.constantFrom(
        ...'*_~`[]()!<>#-+>1. \n\t\\{}ab"\'&:/@.',
        '{{first_name}}',
        '{{ Portal_Link }}',
        '{{fees}}',
        '](https://a.b',
        '<script>',
      ),
      { maxLength: 200 },
    )
    .map((parts) => parts.join(''))
  const value = fc.oneof(
    anyText,
    fc.constantFrom(
      '<b onclick="x">',
      '{{first_name}}',
      '" x="',
      "'",
      '-->',
      ']]>',
      '\r\nBcc: a@b.c',
      '\u202e',
    ),
  )
  const values = fc.record({ first_name: value, fees: value })
  /** A paragraph of placeholders without values is left out, and a value of control characters alone is none. */
  const likeGiven = (text: string): string =>
    /^(?:(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069])*$/u.test(text) ? '' : 'x'

  it('has the tags and attributes of its text alone, whatever the values are', () => {
    fc.assert(
      fc.property(fc.oneof(markdown, anyText), values, (body, given) => {
        const tags = (values: Record<string, string>) =>
          tagsOf(render(body, { ...values, portal_link: LINK }, body).html)
        expect(tags(given)).toEqual(
          tags({ first_name: likeGiven(given.first_name), fees: likeGiven(given.fees) }),
        )
      }),
    )
  })

  it('has tags, attributes and addresses of a closed list alone', () => {
    const known =
      /^<(!doctype html|!--\[if mso\]|!\[endif\]--|\/?(html|head|title|style|body|div|table|tr|td|p|a|h[123]|ul|ol|li|blockquote|strong|em|s|code|span)|meta|br|hr)( (lang|charset|name|content|class|style|role|width|cellpadding|cellspacing|border|bgcolor|align|value|dir)="[^"<>]*"| href="(https?:|mailto:|tel:)[^"<>]*")*\/?>$/
    fc.assert(
      fc.property(fc.oneof(markdown, anyText), values, (body, given) => {
        const { html } = render(body, { ...given, portal_link: LINK }, body)
        for (const tag of html.match(/<[^>]*>/g) ?? []) expect(tag).toMatch(known)
        expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
      }),
    )
  })

  it('has a subject in one line without control characters', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markdown), value, (subject, first_name) => {
        const line = render('a', { first_name }, `${subject}{{first_name}}`).subject
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|^\s|\s$/u)
        expect([...line].length).toBeLessThanOrEqual(250)
      }),
    )
  })

  it('is shown as text where it is too intricate to parse', () => {
    for (const body of ['> '.repeat(25_000), '*a'.repeat(25_000), '['.repeat(50_000)]) {
      expect(isTooIntricate(body)).toBe(true)
      expect(textBody(`${body}\n{{first_name}}`)).toBe(`${body}\nKatrin`)
    }
  })
})
