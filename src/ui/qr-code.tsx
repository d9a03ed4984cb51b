import encodeQR from 'qr'

/**
 * A QR code, black on white in every scheme. `label` says what it is for. It is one path, since the policy of pages
 * forbids inline styles.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const size = modules.length
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={modules.map(darkRuns).join('')} />
    </svg>
  )
}

/** How many light modules surround the code; scanners need them. */
const QUIET_ZONE = 4

/** The dark modules of a row as rectangles, adjacent ones as one. */
const darkRuns = (row: boolean[], y: number): string =>
  [...row.map(Number).join('').matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('')
