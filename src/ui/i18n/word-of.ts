/**
 * The word of a stored value; the value itself if this version does not know it, as one that a newer version stored.
 */
export const wordOf = (words: Readonly<Record<string, string>>, value: string): string =>
  (Object.hasOwn(words, value) && words[value]) || value
