import { t } from '../../locales/messages.ts'
/** Colours offered first: even steps of hue at full strength, then the browns and greys common in photos. */
export const palette = [
  { name: 'red', html: '#d32f2f' },
  { name: 'orange', html: '#f0822d' },
  { name: 'yellow', html: '#f4c534' },
  { name: 'lime', html: '#9bbf3b' },
  { name: 'green', html: '#3f8f46' },
  { name: 'teal', html: '#1f8f86' },
  { name: 'light-blue', html: '#6fb3e0' },
  { name: 'blue', html: '#2f63c4' },
  { name: 'navy', html: '#1c2b57' },
  { name: 'violet', html: '#7a4bb5' },
  { name: 'magenta', html: '#c03a8c' },
  { name: 'pink', html: '#eba3b5' },
  { name: 'skin', html: '#d9a98a' },
  { name: 'beige', html: '#d8c7a3' },
  { name: 'brown', html: '#7a5230' },
  { name: 'dark-brown', html: '#3f2a1c' },
  { name: 'white', html: '#f4f4f2' },
  { name: 'light-grey', html: '#bcbdbf' },
  { name: 'grey', html: '#7b7d80' },
  { name: 'black', html: '#141414' },
] as const

type PaletteName = (typeof palette)[number]['name']

/** Name of a palette colour in the window's language. */
export const nameOfPalette = (name: PaletteName): string => t(`search.color_${name}`)

/** Range of the slider of CIEDE2000 distances. */
export const MIN_DISTANCE = 5
export const MAX_DISTANCE = 40
