import { ALWAYS_ASKED, JOIN_FIELD_KEYS, type JoinForm } from '../../domain/portal/join/form'
import { fieldKeysBeside } from '../../domain/portal/settings'
import type { OwnSettings } from '../../domain/workspaces/own-settings'
import { withScheme } from './with-scheme'

/** The settings of the form for applications as their page shows and sends them. */
export type JoinValues = {
  isEnabled: boolean
  /** `hidden`, `optional` or `required`, by the key of the field or custom column. */
  fields: Record<string, string>
  statutesUrl: string
  intro: string
  showsPrice: boolean
  /** `off`, `offered` or `required`. */
  mandate: string
}

const FIELD = 'field.'

/** The name of the input of a field. */
export const inputOf = (key: string): string => `${FIELD}${key}`

/** The fields that a form can ask for, those of the workspace's own columns last. */
export const askableKeys = ({ ownColumns }: Pick<OwnSettings, 'ownColumns'>): string[] => [
  ...fieldKeysBeside(
    ownColumns.map(({ key }) => key),
    JOIN_FIELD_KEYS,
  ),
  ...ownColumns.map(({ key }) => key),
]

export const storedJoinValues = (settings: OwnSettings): JoinValues => {
  const { enabled, fields, statutes_url, intro, shows_price, mandate }: JoinForm =
    settings.workspace.join_form
  return {
    isEnabled: enabled,
    fields: Object.fromEntries(askableKeys(settings).map((key) => [key, fields[key] ?? 'hidden'])),
    statutesUrl: statutes_url ?? '',
    intro: intro ?? '',
    showsPrice: shows_price,
    mandate,
  }
}

export const sentJoinValues = (sent: URLSearchParams): JoinValues => ({
  isEnabled: sent.has('enabled'),
  fields: {
    ...Object.fromEntries(
      [...sent].flatMap(([name, value]) =>
        name.startsWith(FIELD) ? [[name.slice(FIELD.length), value]] : [],
      ),
    ),
    ...Object.fromEntries(ALWAYS_ASKED.map((key) => [key, 'required'])),
  },
  statutesUrl: sent.get('statutes_url')?.trim() ?? '',
  intro: sent.get('intro')?.replace(/\r\n?/g, '\n').trim() ?? '',
  showsPrice: sent.has('shows_price'),
  mandate: sent.get('mandate') ?? '',
})

/** The change that the page asks for: an empty text clears what is stored. */
export const joinChange = ({ isEnabled, fields, statutesUrl, intro, showsPrice, mandate }: JoinValues) => ({
  join_form: {
    enabled: isEnabled,
    fields,
    statutes_url: withScheme(statutesUrl) || null,
    intro: intro || null,
    shows_price: showsPrice,
    mandate: mandate || null,
  },
})

/** What the form cannot do with a field. */
export const withoutAsked = (key: string): string[] =>
  ALWAYS_ASKED.includes(key) ? ['hidden', 'optional'] : []
