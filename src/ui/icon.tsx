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
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18.5 14.5c1.800.9 2.800 2.800 3 5.5',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5a3 3 0 0 0 6 0h5',
  address: 'M5 4h14v16H5zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 17c.5-2 2-3 4-3s3.5 1 4 3',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  coins: 'M15 6a7 7 0 1 0 0 12M4 10.5h8M4 13.5h7',
  repeat: 'M4 12V9a3 3 0 0 1 3-3h12m-3-3 3 3-3 3M20 12v3a3 3 0 0 1-3 3H5m3 3-3-3 3-3',
  bank: 'M3 9l9-5 9 5H3ZM5 19h14M3 21h18M6 11v6M12 11v6M18 11v6',
  book: 'M5 5a2 2 0 0 1 2-2h12v18H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 7h6',
  tree: 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  sliders:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
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
