/** A sentence for each code of refusals. */
export type SentencesOf<R extends { code: string }> = {
  [C in R['code']]: string | ((refusal: R & { code: C }) => string)
}
