/** The name of the answer about a field in the form that compares two persons. */
export const answerName = (key: string): string => `field.${key}`
