export const LISTS = ['members', 'contacts'] as const
export type ListId = (typeof LISTS)[number]

export const VARIANTS = ['members', 'contacts', 'complete'] as const
export type Variant = (typeof VARIANTS)[number]

/** Whether a path segment names a list. */
export const isList = (text: string): text is ListId => LISTS.some((list) => list === text)

/** The list that a text names; `members` for any other text, until the request that has it is refused. */
export const listNamed = (text: string): ListId => (isList(text) ? text : 'members')

/** The lists that a subscription variant includes. */
export const listsOf = (variant: Variant): ListId[] => (variant === 'complete' ? [...LISTS] : [variant])
