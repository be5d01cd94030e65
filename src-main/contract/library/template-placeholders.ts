/** Placeholders in `{}` that templates replace by values of each photo. */
export const placeholders = [
  'year',
  'month',
  'day',
  'date',
  'time',
  'name',
  'folder',
  'camera',
  'lens',
  'title',
  'headline',
  'creator',
  'city',
  'region',
  'country',
] as const
export type Placeholder = (typeof placeholders)[number]

/** The value of a photo for each placeholder; empty if it has none. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const PATTERN = /\{\{|\}\}|\{([^{}]*)\}/g

/** Unknown placeholders in a text. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PATTERN)].flatMap(([, name]) => (name === undefined || isPlaceholder(name) ? [] : [name]))

export const hasPlaceholders = (text: string): boolean =>
  [...text.matchAll(PATTERN)].some(([, name]) => name !== undefined && isPlaceholder(name)) || /\{\{|\}\}/.test(text)

/** The text for a photo; `{{` and `}}` become braces. The text around an empty value stays. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PATTERN, (whole: string, name: string | undefined) => {
    if (name === undefined) return whole[0]!
    return isPlaceholder(name) ? values[name] : whole
  })

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((each) => each === name)
