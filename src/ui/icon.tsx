const PATHS = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.9-4.9',
  chevron: 'm6 9 6 6 6-6',
  up: 'm12 19 0-14M6 11l6-6 6 6',
  down: 'm12 5 0 14M6 13l6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  plus: 'M12 5v14M5 12h14',
}

/** A line drawing as high as the text; it is decoration, so the text beside it says the same. */
export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width={name === 'more' ? '3.5' : '2'}
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
)

export type IconName = keyof typeof PATHS
