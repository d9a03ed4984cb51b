/** A text with a count, which has the words for one thing if that is `1`. */
export type Counted = (n: string) => string
