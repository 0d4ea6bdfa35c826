import { keysOf } from '../../core/records.ts'

const shapes = {
  arrow: 'M4 12h15M13 6l6 6-6 6',
  back: 'M20 12H5M11 6l-6 6 6 6',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm6 9 6 6 6-6',
  clock: 'M12 7v5l3.5 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  external: 'M9 6H5v13h13v-4M13 5h6v6M19 5l-8.5 8.5',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M4 6h16v12H4zM4.5 7l7.5 6 7.5-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  phone:
    'M6 4h3.5l1.5 4.5-2 1.5a10 10 0 0 0 5 5l1.5-2L20 14.5V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2',
  pin: 'M12 21s6.5-6.2 6.5-11.2a6.5 6.5 0 0 0-13 0C5.5 14.8 12 21 12 21M12 12a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4',
  refresh: 'M19 12a7 7 0 1 1-2.3-5.2L19 9M19 4.5V9h-4.5',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5',
  shield: 'M12 3.5l7 2.8v5.2c0 4.4-2.9 7.3-7 9-4.1-1.7-7-4.6-7-9V6.3zM9 12l2.3 2.3L15.5 10',
  scale: 'M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c.8-3.8 3.7-5.5 7.5-5.5s6.7 1.7 7.5 5.5',
  whatsapp:
    'M4 20l1.3-4A8 8 0 1 1 8.3 19zM9 8.5c0 3.5 3 6.5 6.5 6.5l1-1.8-2.3-1.2-1 .9a5 5 0 0 1-2.1-2.1l.9-1L10.8 7.5z',
  wallet: 'M18 7.5V4.5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h14v-12H6M16.5 13.5h.3',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.3',
  home: 'M4 11.5 12 4.5l8 7M6.5 10v10h11V10M10 20v-5.5h4V20',
  car: 'M4 16v-3.5l2-5.5h12l2 5.5V16zM4 16v2.5h3V16M17 16v2.5h3V16M6.5 13h2M15.5 13h2',
} as const

export type IconName = keyof typeof shapes
export const iconNames = keysOf(shapes)

/** A line icon in the colour of the text beside it. Decorative, hidden from screen readers. */
export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
