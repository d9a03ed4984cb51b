const LETTERS: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', ẞ: 'SS' }

/** The letters and digits of a text in upper case, with umlauts as banks write them: equal however a bank breaks lines. */
export const fold = (text: string): string =>
  IS_ASCII.test(text)
    ? text.toUpperCase().replace(/[^A-Z\d]+/g, '')
    : text
        .normalize('NFC')
        .toUpperCase()
        .replace(/[ÄÖÜẞ]/g, (letter) => LETTERS[letter] ?? letter)
        .normalize('NFKD')
        .replace(/[^\p{L}\p{N}]+/gu, '')

// Normal forms leave ASCII as it is, and take most of the time.
const IS_ASCII = /^[\x20-\x7e]*$/
