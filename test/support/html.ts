/** The value of an input of a page, by its name; undefined if the page has none. */
export function inputValue(html: string, name: string): string | undefined {
  const tag = html.match(/<input[^>]*>/g)?.find((input) => input.includes(` name="${name}"`))
  const value = tag && / value="([^"]*)"/.exec(tag)?.[1]
  return tag && decode(value ?? '')
}

/** The values of all inputs of a page that a browser would send, and of its selects, by name. */
export function formValues(html: string): [name: string, value: string][] {
  const [, form = ''] = /<form class="stack"[^>]*>([\s\S]*?)<\/form>/.exec(html) ?? []
  const inputs = [...form.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const name = / name="([^"]*)"/.exec(tag)?.[1]
    if (!name || (/type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag))) return []
    return [[name, decode(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')]]
  })
  const selects = [...form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].map(
    ([, name = '', options = '']): [string, string] => {
      const chosen = options.match(/<option[^>]*>/g)?.find((option) => / selected/.test(option))
      return [name, decode(/ value="([^"]*)"/.exec(chosen ?? '')?.[1] ?? '')]
    },
  )
  return [...inputs, ...selects]
}

/** The text of a page without its tags. */
export const textOf = (html: string): string =>
  decode(html.replace(/<(style|script)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

/** The texts of the blocks of code of a page. */
export const codeBlocks = (html: string): string[] =>
  [...html.matchAll(/<pre class="code-block"><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) => decode(code))

const decode = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
