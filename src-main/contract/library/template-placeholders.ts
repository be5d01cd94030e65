/** What stands in texts of templates for what each photo says, in `{}`. */
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

/** What a photo says for each placeholder; empty where it says nothing. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const PATTERN = /\{\{|\}\}|\{([^{}]*)\}/g

/** Placeholders in a text that stand for nothing. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PATTERN)].flatMap(([, name]) => (name === undefined || isPlaceholder(name) ? [] : [name]))

export const hasPlaceholders = (text: string): boolean =>
  [...text.matchAll(PATTERN)].some(([, name]) => name !== undefined && isPlaceholder(name)) || /\{\{|\}\}/.test(text)

/** The text of a photo; `{{` and `}}` are braces. What surrounds an empty value stays. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PATTERN, (whole: string, name: string | undefined) => {
    if (name === undefined) return whole[0]!
    return isPlaceholder(name) ? values[name] : whole
  })

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((each) => each === name)
