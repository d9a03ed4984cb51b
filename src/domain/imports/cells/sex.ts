import { headerKey } from '../headers'
import { NOTHING, type Reader, taken, wrong } from './grade'
import { tidyText } from './text'

export type Sex = 'm' | 'f' | 'd' | 'x'

const WORDS: Record<string, Sex> = {
  m: 'm',
  mann: 'm',
  mannl: 'm',
  mannlich: 'm',
  maennlich: 'm',
  male: 'm',
  man: 'm',
  herr: 'm',
  herrn: 'm',
  hr: 'm',
  h: 'm',
  mr: 'm',
  junge: 'm',
  boy: 'm',
  w: 'f',
  f: 'f',
  frau: 'f',
  fr: 'f',
  weibl: 'f',
  weiblich: 'f',
  female: 'f',
  woman: 'f',
  mrs: 'f',
  ms: 'f',
  miss: 'f',
  madchen: 'f',
  girl: 'f',
  fraulein: 'f',
  d: 'd',
  div: 'd',
  divers: 'd',
  diverse: 'd',
  x: 'x',
}

/** Reads a sex by its letter or word, or by how a person is addressed. */
export const readSex: Reader<Sex> = (text) => {
  const tidy = tidyText(text)
  const key = headerKey(tidy)
  if (key === '' || /^(?:k a|o a|ohne angabe|keine angabe|unbekannt|unknown|u|0)$/.test(key)) return NOTHING
  // "Herr Dr." addresses a man, "Herr und Frau" two persons.
  const [first = '', ...rest] = key.split(' ')
  const sex = Object.hasOwn(WORDS, first) ? WORDS[first] : undefined
  const isOne = rest.every((word) => /^(?:dr|prof|professor|doktor|dipl|ing|med|h|c|mag)$/.test(word))
  return sex && isOne ? taken(text, sex) : wrong('sex_unknown')
}
