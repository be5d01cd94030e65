import { languages, type Language } from '../../contract/analysis/language.ts'
import { readNames } from './names-file.ts'
import { nameForms, normaliseName } from './normalise-name.ts'
import { readConceptRows, type ConceptRow } from './vocabulary-file.ts'

/** A concept's name in a language; `isFallback` if the language has none and the text is English. */
export type Name = { text: string; isFallback: boolean }

/** Names of concepts, categories and base colours in each language. Languages are read on first use. */
export type Names = {
  /** For an unknown concept, its id as a fallback. */
  nameOf(conceptId: string, language: Language): Name
  /**
   * Ids of everything with exactly this name, in one language or in any; English synonyms count as English. Case and
   * accents are ignored.
   */
  conceptsNamed(text: string, language?: Language): readonly string[]
  /** Every distinct name of a concept in all languages: the words by which text search should find it. */
  allNames(conceptId: string): readonly string[]
  /** The ids with their own name in this language. */
  namedIn(language: Language): ReadonlySet<string>
}

/** Id for the name of a category of `personal_photos` or `nsfw_beta`. */
export const categoryNameId = (category: string) => `category:${category}`

/** Id for the name of a base colour of the palette: the concept of that colour. */
export const colorNameId = (parent: string) => (parent === 'orange' ? 'orange-color' : parent)

/** `ids` are found by names in the form for comparison, which take as long as reading the file. */
type Loaded = { names: ReadonlyMap<string, string>; ids: () => ReadonlyMap<string, readonly string[]> }

/**
 * Opens the names under `resources/vocabulary`; throws `file-unreadable`, now or on first use, if a file is missing or
 * damaged. `rows` are the concepts, for those who have read them.
 */
export function openNames(resourcesDir: string, rows: readonly ConceptRow[] = readConceptRows(resourcesDir)): Names {
  const loaded = new Map<Language, Loaded>()
  const load = (language: Language) => {
    const known = loaded.get(language)
    if (known) return known
    const fresh =
      language === 'en' ? loadEnglish(readNames(resourcesDir, 'en'), rows) : index(readNames(resourcesDir, language))
    loaded.set(language, fresh)
    return fresh
  }
  const english = (id: string) => load('en').names.get(id) ?? id
  const everyLanguage = languages.map(({ code }) => code)
  return {
    nameOf(id, language) {
      const text = load(language).names.get(id)
      return text === undefined ? { text: english(id), isFallback: true } : { text, isFallback: false }
    },
    conceptsNamed(text, language) {
      const key = normaliseName(text)
      return [...new Set((language ? [language] : everyLanguage).flatMap((code) => load(code).ids().get(key) ?? []))]
    },
    allNames: (id) => [...new Set(everyLanguage.flatMap((code) => load(code).names.get(id) ?? []))],
    namedIn: (language) => new Set(load(language).names.keys()),
  }
}

function index(names: ReadonlyMap<string, string>, synonyms: Iterable<readonly [string, string]> = []): Loaded {
  let ids: ReadonlyMap<string, readonly string[]> | undefined
  return { names, ids: () => (ids ??= idsOf([...names, ...synonyms])) }
}

function idsOf(named: Iterable<readonly [string, string]>): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const [id, name] of named) {
    for (const key of nameForms(name)) {
      const known = ids.get(key)
      if (!known) ids.set(key, [id])
      else if (!known.includes(id)) known.push(id)
    }
  }
  return ids
}

/**
 * The vocabulary's own English, and the English names that only the names file has: categories and words that no model
 * knows.
 */
function loadEnglish(file: ReadonlyMap<string, string>, rows: readonly ConceptRow[]): Loaded {
  const names = new Map([...file, ...rows.map((row) => [row.id, row.name] as const)])
  return index(
    names,
    rows.flatMap((row) => row.synonyms.map((synonym) => [row.id, synonym] as const)),
  )
}
