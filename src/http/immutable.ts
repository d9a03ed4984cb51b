/** The header of a file whose address changes with its content, so that browsers may cache it forever. */
export const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }
