/** The kinds of associations for which there are templates: sports, music, and those that support something. */
export const TEMPLATES = ['sports', 'music', 'support'] as const
export type TemplateName = (typeof TEMPLATES)[number]

/** What templates contain, by the language of the workspace that they are for. */
export type Templates<Content> = Record<'de' | 'en', Record<TemplateName, Content>>
