/** Reads an address of the web as people type it: `www.example.org` begins with `https://`. */
export const readUrl = (text: string): string => (HOST_ONLY.test(text) ? `https://${text}` : text)

const HOST_ONLY = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]\S*)?$/u
