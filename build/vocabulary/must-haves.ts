import { languages, type Language } from '../../src-main/contract/analysis/language.ts'
import { categoryNameId, colorNameId } from '../../src-main/analysis/vocabulary/names.ts'
import { readConceptRows } from '../../src-main/analysis/vocabulary/vocabulary-file.ts'
import { handMadeOnly } from './cldr-names.ts'

const categories = [
  'interior objects',
  'nature landscape',
  'beaches seaside',
  'events parties',
  'food drinks',
  'paintings art',
  'pets animals',
  'text visuals',
  'sunrises sunsets',
  'cars vehicles',
  'macro flowers',
  'streetview architecture',
  'people portraits',
  'nsfw',
  'safe',
]
const colors = [
  'black',
  'grey',
  'white',
  'beige',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
]
const kinds = [
  'portrait',
  'group-portrait',
  'selfie',
  'panorama',
  'black-and-white',
  'sepia',
  'macro',
  'night',
  'screenshot',
  'document',
  'illustration',
  'silhouette',
  'high-key',
  'low-key',
  'blurred',
]

/**
 * Everything that needs a name in each language that CLDR covers: the 80 object classes, categories, base colours and
 * kinds of picture.
 */
export function mustHaves(resourcesDir: string): string[] {
  const objects = readConceptRows(resourcesDir)
    .filter((row) => row.coco)
    .map((row) => row.id)
  return [
    ...new Set([...objects, ...categories.map(categoryNameId), 'underwear', ...colors.map(colorNameId), ...kinds]),
  ]
}

/** The 45 languages that CLDR covers, English among them. */
export const coveredLanguages: readonly Language[] = languages
  .map(({ code }) => code)
  .filter((code) => !handMadeOnly.includes(code))
