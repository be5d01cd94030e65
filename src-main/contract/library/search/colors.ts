/** A colour to search for: in at least `share` percent of a picture, within a CIEDE2000 distance. */
export type WantedColor = { readonly html: string; readonly share: number; readonly distance: number }

/** Values that apply if a person does not give any. */
export const DEFAULT_COLOR_SHARE = 8
export const DEFAULT_COLOR_DISTANCE = 15
/** Maximum number of colours in one search. */
export const MAX_COLORS = 5

/** Colours that can be written by name. */
export const namedColors = {
  red: '#d32f2f',
  orange: '#f0822d',
  yellow: '#f4c534',
  lime: '#9bbf3b',
  green: '#3f8f46',
  teal: '#1f8f86',
  turquoise: '#2fb5a8',
  sky: '#6fb3e0',
  blue: '#2f63c4',
  navy: '#1c2b57',
  violet: '#7a4bb5',
  purple: '#7a4bb5',
  magenta: '#c03a8c',
  pink: '#f48fb6',
  skin: '#d9a98a',
  beige: '#d8c7a3',
  brown: '#7a5230',
  white: '#f4f4f2',
  silver: '#bcbdbf',
  grey: '#7b7d80',
  gray: '#7b7d80',
  black: '#141414',
} as const

const isNamed = (name: string): name is keyof typeof namedColors => Object.hasOwn(namedColors, name)

/** `blue`, `#3060a0*30`, `blue*30~10`: a colour, the minimum share of the picture in percent, the maximum distance. */
const COLOR = /^(#[0-9a-f]{6}|#[0-9a-f]{3}|[a-z]+)(?:\*(\d+(?:\.\d+)?)%?)?(?:~(\d+(?:\.\d+)?))?$/

/** The colours of a value, all of which a picture must have; null if it is not valid, or has more than five. */
export function readColors(value: string): readonly WantedColor[] | null {
  const colors = value.toLowerCase().replaceAll(/\s/g, '').split('+').map(readColor)
  return colors.length <= MAX_COLORS && colors.every((color) => color !== null) ? colors : null
}

function readColor(text: string): WantedColor | null {
  const [, name = '', share, distance] = COLOR.exec(text) ?? []
  const html = name.startsWith('#') ? widened(name) : isNamed(name) ? namedColors[name] : undefined
  if (html === undefined) return null
  const wanted = {
    html,
    share: share === undefined ? DEFAULT_COLOR_SHARE : Number(share),
    distance: distance === undefined ? DEFAULT_COLOR_DISTANCE : Number(distance),
  }
  return wanted.share <= 100 && wanted.distance <= 100 ? wanted : null
}

/** `#abc` as `#aabbcc`. */
const widened = (html: string) => (html.length === 7 ? html : html.replaceAll(/[0-9a-f]/g, '$&$&'))

/** Writes colours as a value; defaults are left out. */
export const printColors = (colors: readonly WantedColor[]): string =>
  colors
    .map(
      ({ html, share, distance }) =>
        html.toLowerCase() +
        (share === DEFAULT_COLOR_SHARE ? '' : `*${round(share)}`) +
        (distance === DEFAULT_COLOR_DISTANCE ? '' : `~${round(distance)}`),
    )
    .join('+')

const round = (number: number) => Number(number.toFixed(1))
