const LETTERS: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', ẞ: 'SS' }

/** The letters and digits of a text in upper case, with umlauts as banks write them: equal however a bank breaks lines. */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[ÄÖÜẞ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
