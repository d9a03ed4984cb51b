import type { Answer } from '../support/call'
import { leadsTo } from '../support/done'
import { DONE_COOKIE } from '../support/done-cookie'
import { withoutChance } from './world'

/** The texts, links, inputs and buttons of a page, a line for each block. */
export function outlineOf(html: string): string {
  const body = html.replace(/<(style|script|head|svg)[\s\S]*?<\/\1>/g, '')
  const text = body
    .replace(/<(a|form)\b([^>]*)>/g, (_, tag, attributes) =>
      tag === 'a' ? `⟨${attribute(attributes, 'href')}⟩` : `\n⟨${attribute(attributes, 'action')}⟩`,
    )
    .replace(/<(input|select|textarea|button|option)\b([^>]*)>/g, (_, tag, attributes) =>
      controlOf(tag, attributes),
    )
    .replace(
      /<\/(p|li|tr|div|h\d|section|form|dt|dd|summary|label|fieldset|legend|option|header|nav|ul)>/g,
      '\n',
    )
    .replace(/<[^>]+>/g, ' ')
  const lines = withoutChance(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter(Boolean).join('\n')
}

/** The outline of a page but for its navigation, with the tones of badges and notices, and the addresses of frames. */
export function mainOf(html: string): string {
  const [main = html] = /<main[\s\S]*<\/main>/.exec(html) ?? []
  return outlineOf(
    main
      .replace(/<(?:span|div) class="(?:badge|notice) (\w+)"[^>]*>/g, (tag, tone) => `${tag}‹${tone}› `)
      .replace(/(name="mark" value=")[\da-f]{16}"/g, '$1…"')
      .replace(/<iframe[^>]* src="([^"]*)"[^>]*>/g, '<p>[frame $1]</p>'),
  )
}

/** The title of a page, and what {@link mainOf} has of it, with the links to what it shows now. */
export function contentOf(html: string): string {
  const [, title = ''] = /<title>([^<]*)/.exec(html) ?? []
  const marked = html.replace(/<a\b[^>]* aria-current="[^"]*"[^>]*>/g, '$&‹current› ')
  return `${title}\n${mainOf(marked)}`
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

function controlOf(tag: string, attributes: string): string {
  const [name, value, type] = ['name', 'value', 'type'].map((key) => attribute(attributes, key))
  const flags = ['checked', 'selected', 'disabled', 'required'].filter((flag) =>
    new RegExp(` ${flag}(=""| |$|/)`).test(attributes),
  )
  // Tokens of forms are random.
  const shown = name === 'token' || name === 'once' ? '…' : value
  return ` [${[tag === 'input' ? type : tag, name, shown, ...flags].filter(Boolean).join(' ')}] `
}

/** An answer as text: its status, where it leads, the cookies that it sets, the title of its page, and its outline with tones. */
export function answerOf({ status, headers, text }: Answer, change = (html: string) => html): string {
  const cookies = headers
    .getSetCookie()
    .filter((cookie) => !cookie.startsWith(DONE_COOKIE))
    .map((cookie) => cookie.replace(/=[^;]+/, '=…'))
  const page = change(text).replace(
    /<(span|div) class="(badge|notice)( \w+)?"/g,
    (tag, _, __, tone = '') => `‹${tone.trim()}› ${tag}`,
  )
  const title = /<title>([^<]*)/.exec(page)?.[1] ?? ''
  const head = [status, leadsTo({ headers }), ...cookies, title].filter(Boolean)
  return [...head.map((line) => withoutChance(String(line))), outlineOf(page)].join('\n')
}
