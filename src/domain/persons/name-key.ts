/**
 * The key of a name or of a part of one: lower case without accents and ligatures, so that "Müller" and "MULLER" are the
 * same. Persons are put in order and searched by the keys of their names. Folding a key gives the key.
 */
export const nameKey = (text: string): string =>
  IS_ASCII.test(text)
    ? text.toLowerCase().slice(0, MAX_KEY_LENGTH)
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(/[ßøæœłđðþħı’]/g, (letter) => LETTERS[letter] ?? letter)
        .slice(0, MAX_KEY_LENGTH)
        .toWellFormed()

// Most names are, and the steps for other letters leave them as they are.
const IS_ASCII = /^[\x20-\x7e]*$/

/** How many UTF-16 units a key has at most. Names that agree in so many are in the order of their ids. */
const MAX_KEY_LENGTH = 64

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  '’': "'",
}
