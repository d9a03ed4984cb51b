import { webAddress } from '../../shared/text'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { saysNone, tidyText } from './text'

/** Reads an address on the web, with or without its scheme. */
export const readLink: Reader<string> = (text) => {
  const tidy = tidyText(text)
  if (tidy === '' || saysNone(tidy)) return NOTHING
  const value = /^https?:\/\//i.test(tidy)
    ? tidy
    : /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(tidy)
      ? `https://${tidy}`
      : ''
  return webAddress.safeParse(value).success ? taken(text, value) : wrong('link_wrong')
}
