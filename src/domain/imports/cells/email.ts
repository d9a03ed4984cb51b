import { email } from '../../shared/text'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { saysNone, tidyText } from './text'

/** Reads an e-mail address. Of several the first one is taken, and the others are left over. */
export const readEmail: Reader<string> = (text) => {
  if (PLAIN.test(text)) return taken(text, text)
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const inWords = withSigns(tidy)
  const addresses = inWords.split(SEPARATOR).map(bare).filter(Boolean)
  const found = addresses.filter((part) => part.includes('@'))
  // One address with a blank in it: "ada @ example.org".
  const [first = '', ...others] = found.length > 1 ? found : [bare(inWords.replace(/\s+/g, ''))]
  const [named = first] = found.length === 1 && !isEmail(first) ? found : [first]
  const value = inCase(named)
  if (!isEmail(value)) return wrong('email_wrong')
  if (others.length > 0)
    return {
      grade: 'doubtful',
      kind: 'several_emails',
      value,
      leftOver: { text: others.join('; '), code: 'email_second' },
    }
  return inWords === tidy ? taken(text, value) : { grade: 'doubtful', kind: 'at_in_words', value }
}

// What most cells are, and what the schema takes.
const PLAIN = /^(?=.{6,100}$)[a-z0-9](?:[a-z0-9_+-]|\.(?!\.|@))*@(?:[a-z0-9](?:-?[a-z0-9])*\.)+[a-z]{2,10}$/

const SEPARATOR = /\s*[;,|\n<>]\s*|\s+(?:und|oder|and|or|u\.|od\.)\s+|\s*\/\s*|\s+(?=\S+@)/i

const withSigns = (text: string): string =>
  text
    .replace(/\s*[([{<]\s*(?:at|ät|a|@)\s*[)\]}>]\s*/gi, '@')
    .replace(/^(\S+) at (\S+)$/i, '$1@$2')
    .replace(/\s*[([{]\s*(?:dot|punkt)\s*[)\]}]\s*/gi, '.')

const bare = (part: string): string =>
  part
    .trim()
    .replace(/^(?:mailto|e-?mail|mail) ?:\s*/i, '')
    .replace(/^["'(<[]+/, '')
    .replace(/["')>\].,:]+$/, '')

/** The domain in lower case, and the rest too if all of it is in capitals. */
function inCase(address: string): string {
  if (address === address.toUpperCase()) return address.toLowerCase()
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

const isEmail = (text: string): boolean => email.safeParse(text).success
