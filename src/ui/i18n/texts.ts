import { de } from './de'
import { en } from './en'
import { textsIn } from './locale'
import { sie } from './sie'

/** What fields and forms say in the language of a locale. */
export const formTexts = textsIn({ sie, du: de, en })
