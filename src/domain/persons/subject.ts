/** The kind of subject that a person of a list is. */
export const SUBJECT = { members: 'member', contacts: 'contact' } as const
