import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { inputId } from '../form'
import type { Locale } from '../i18n/locale'
import { IssueList } from '../person-fields/issues'
import { CONSENT, missingTexts } from './join-fields'
import { joinTexts } from './texts'

type Props = { fields: JoinField[]; issues: Issues; locale: Locale }

/** The issues of an application, each with a link to its input; nothing if there are none. */
export function JoinIssues({ fields, issues, locale }: Props) {
  const texts = missingTexts(fields, issues, locale)
  const text = texts[CONSENT]
  const consent = text && { label: joinTexts(locale).agreedTo, text, inputId: inputId(CONSENT) }
  return <IssueList {...{ fields, issues, texts, locale }} others={consent ? [consent] : []} />
}
