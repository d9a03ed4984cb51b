/** What a fee is called: by whose it is too, if the reader pays for someone else. */
export const titleOf = ({ paidFor, description }: { paidFor: string | null; description: string }): string =>
  paidFor === null ? description : `${paidFor}: ${description}`
