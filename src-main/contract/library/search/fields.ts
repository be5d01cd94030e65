/**
 * What a value of a field is: `text` is compared word by word, `name` is a name that the library knows, `choice` is one
 * of those listed here, `photo` is the number of a photo, `sentence` is words that are understood together.
 */
export type FieldKind = 'text' | 'name' | 'choice' | 'number' | 'date' | 'color' | 'photo' | 'area' | 'sentence'

/** A field of the search language: `iso` of `iso:800`. */
export type SearchField = {
  readonly name: string
  readonly kind: FieldKind
  /** Other names that a person may write. */
  readonly aliases?: readonly string[]
  /** Its meaning in a few words. */
  readonly title: string
  /** An example of a value. */
  readonly example: string
  /** The values of a choice; with `isOpen`, others that the library knows are allowed. */
  readonly choices?: readonly string[]
  /** True if there may be values other than the choices. */
  readonly isOpen?: boolean
  /** Of a number: how far from the written number a value may be, absolutely and as a share of it. */
  readonly tolerance?: { readonly by?: number; readonly share?: number }
  /** Of a number: its units and their factors. */
  readonly units?: Readonly<Record<string, number>>
}

/**
 * Every field of the search language, in the order in which they are offered. One filter of the library
 * (`library/search/filters`) answers each.
 */
export const searchFields = {
  date: { name: 'date', kind: 'date', aliases: ['taken'], title: 'When it was taken', example: 'june 2024' },
  camera: { name: 'camera', kind: 'text', title: 'Camera', example: 'x-t5' },
  lens: { name: 'lens', kind: 'text', title: 'Lens', example: '24-70' },
  iso: { name: 'iso', kind: 'number', title: 'ISO', example: '>800' },
  f: {
    name: 'f',
    kind: 'number',
    aliases: ['aperture'],
    title: 'Aperture',
    example: '2.8',
    tolerance: { by: 0.05 },
  },
  focal: {
    name: 'focal',
    kind: 'number',
    aliases: ['focallength', 'mm'],
    title: 'Focal length in millimetres',
    example: '24-70',
    tolerance: { by: 0.5 },
    units: { mm: 1 },
  },
  exposure: {
    name: 'exposure',
    kind: 'number',
    aliases: ['shutter'],
    title: 'Exposure time in seconds',
    example: '1/250',
    tolerance: { share: 0.04 },
    units: { s: 1, sec: 1, ms: 0.001 },
  },
  rating: { name: 'rating', kind: 'number', aliases: ['stars'], title: 'Stars', example: '>=3', units: { '*': 1 } },
  label: { name: 'label', kind: 'name', title: 'Colour label', example: 'red' },
  flag: {
    name: 'flag',
    kind: 'choice',
    aliases: ['pick'],
    title: 'Picked or rejected',
    example: 'picked',
    choices: ['picked', 'rejected', 'none'],
  },
  tag: { name: 'tag', kind: 'name', aliases: ['keyword'], title: 'Tag', example: 'dog' },
  category: { name: 'category', kind: 'name', title: 'Category', example: 'landscape' },
  folder: { name: 'folder', kind: 'text', aliases: ['in'], title: 'Folder, with those below it', example: '2024/Rome' },
  album: { name: 'album', kind: 'text', title: 'Album, with those within it', example: 'Travel/Rome' },
  name: { name: 'name', kind: 'text', aliases: ['file'], title: 'File name', example: 'img_20' },
  place: { name: 'place', kind: 'text', title: 'City, region or country', example: 'vienna' },
  within: {
    name: 'within',
    kind: 'area',
    title: 'Part of the map: south/west/north/east',
    example: '48.1/16.2/48.3/16.5',
  },
  title: { name: 'title', kind: 'text', aliases: ['headline'], title: 'Title or headline', example: 'harbour' },
  caption: { name: 'caption', kind: 'text', title: 'Caption', example: 'sunset' },
  text: { name: 'text', kind: 'text', aliases: ['ocr'], title: 'Text in the photo', example: 'exit' },
  creator: {
    name: 'creator',
    kind: 'text',
    aliases: ['credit', 'copyright', 'source'],
    title: 'Creator, copyright, credit or source',
    example: 'ann',
  },
  city: {
    name: 'city',
    kind: 'text',
    aliases: ['country', 'location'],
    title: 'City, region or country as the fields say it',
    example: 'vienna',
  },
  person: { name: 'person', kind: 'name', aliases: ['who'], title: 'Someone whose face is named', example: 'anna' },
  faces: { name: 'faces', kind: 'number', title: 'Number of faces', example: '>1' },
  eyes: {
    name: 'eyes',
    kind: 'choice',
    title: 'Whether eyes are open or closed',
    example: 'closed',
    choices: ['closed', 'open'],
  },
  color: {
    name: 'color',
    kind: 'color',
    aliases: ['colour'],
    title: 'Main colours, up to five with +',
    example: 'blue*30+white',
  },
  like: { name: 'like', kind: 'photo', title: 'Like a photo, by its number', example: '12~very' },
  change: { name: 'change', kind: 'number', title: 'Photos of a change, by its number in the history', example: '12' },
  shows: {
    name: 'shows',
    kind: 'sentence',
    aliases: ['sentence'],
    title: 'Looks like a sentence',
    example: 'child blowing out candles',
  },
  fits: {
    name: 'fits',
    kind: 'choice',
    title: 'Best fits first: of all terms, or of most',
    example: 'most',
    choices: ['all', 'most'],
  },
  type: {
    name: 'type',
    kind: 'choice',
    aliases: ['format'],
    title: 'Kind of file',
    example: 'raw',
    choices: ['raw', 'jpeg', 'heic', 'png', 'tiff', 'webp', 'avif', 'gif', 'psd', 'video'],
    isOpen: true,
  },
  orientation: {
    name: 'orientation',
    kind: 'choice',
    title: 'Portrait, landscape, square or panorama',
    example: 'portrait',
    choices: ['portrait', 'landscape', 'square', 'panorama'],
  },
  megapixels: {
    name: 'megapixels',
    kind: 'number',
    aliases: ['mp'],
    title: 'Megapixels',
    example: '>=24',
    tolerance: { by: 0.5 },
    units: { mp: 1 },
  },
  size: {
    name: 'size',
    kind: 'number',
    title: 'Size of the file',
    example: '>20mb',
    tolerance: { share: 0.05 },
    units: { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 },
  },
  is: {
    name: 'is',
    kind: 'choice',
    title: 'State',
    example: 'undated',
    choices: [
      'undated',
      'rated',
      'tagged',
      'labelled',
      'picked',
      'rejected',
      'private',
      'sensitive',
      'analysed',
      'pending',
      'failed',
      'missing',
      'offline',
      'video',
      'animated',
      'located',
      'named',
      'cropped',
    ],
  },
} as const satisfies Readonly<Record<string, SearchField>>

/** Finds a field by its name or an alias, ignoring capitals. */
export type FindField = (written: string) => SearchField | undefined

/** The look-up among some fields. */
export function fieldFinder(fields: Iterable<SearchField>): FindField {
  const known = new Map<string, SearchField>()
  for (const each of fields) for (const name of [each.name, ...(each.aliases ?? [])]) known.set(name, each)
  return (written) => known.get(written.toLowerCase())
}

/** The look-up among all fields. */
export const findField: FindField = fieldFinder(Object.values(searchFields))
