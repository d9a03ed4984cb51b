/** The backgrounds of text, as `#rrggbb`, in each colour scheme. */
export const PAPERS = {
  light: { paper: '#f6f5f2', card: '#ffffff', sunken: '#f1f0ec' },
  dark: { paper: '#16181a', card: '#1f2225', sunken: '#2a2e32' },
}

/** The colour of workspaces that have chosen none. No green, which says that something went well. */
export const SERVICE_COLOUR = '#2f4f6f'

// WCAG AA asks for 4.5. The margin keeps links readable on rows that are tinted with the accent.
const READABLE = 5.5

// Text in a pure colour glares.
const MOST_SATURATED = 0.75

/**
 * The colours of a workspace, all `#rrggbb`: `brand` fills, `onBrand` is the text on it, and `accent` is text on
 * paper, the brand darkened or lightened until it is readable.
 */
export const brandColours = (brand: string) => ({
  brand,
  onBrand: contrast(brand, WHITE) >= 4.5 ? WHITE : BLACK,
  accent: {
    light: readable(brand, Object.values(PAPERS.light), -0.01),
    dark: readable(brand, Object.values(PAPERS.dark), 0.01),
  },
})

/**
 * The custom properties of a workspace's colours in both schemes. A brand as light or dark as the paper gets an edge.
 */
export function brandStyles(colour: string): string {
  const { brand, onBrand, accent } = brandColours(colour)
  const edge = (scheme: 'light' | 'dark') =>
    contrast(brand, PAPERS[scheme].paper) < VISIBLE ? 'var(--edge)' : brand
  return `:root { --brand: ${brand}; --on-brand: ${onBrand}; --accent: ${accent.light}; --brand-edge: ${edge('light')}; }
@media (prefers-color-scheme: dark) { :root { --accent: ${accent.dark}; --brand-edge: ${edge('dark')}; } }
`
}

// Below this, a button is hardly told from the page.
const VISIBLE = 1.6

/** The contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const WHITE = '#ffffff'
const BLACK = '#000000'

/** The colour in the lightness nearest to its own that is readable on all papers. */
function readable(colour: string, papers: string[], step: number): string {
  const { hue, saturation, lightness } = toHsl(colour)
  for (let light = lightness; light >= 0 && light <= 1; light += step) {
    const candidate = fromHsl(hue, Math.min(saturation, MOST_SATURATED), light)
    if (papers.every((paper) => contrast(candidate, paper) >= READABLE)) return candidate
  }
  return step < 0 ? BLACK : WHITE
}

function toHsl(colour: string) {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const lightness = most - range / 2
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1))
  if (range === 0) return { hue: 0, saturation, lightness }
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: (sixth * 60 + 360) % 360, saturation, lightness }
}

// The formula of CSS Color 4, section 7.1.
function fromHsl(hue: number, saturation: number, lightness: number): string {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12
    const value = lightness - strength * Math.max(-1, Math.min(position - 3, 9 - position, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, each from 0 to 1. */
const channels = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
