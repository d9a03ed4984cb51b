/** The language of texts that a workspace stores and sends, by its locale. */
export const languageOf = (locale: string): 'de' | 'en' => (locale.startsWith('de') ? 'de' : 'en')
