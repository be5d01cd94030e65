import { say } from '../../contract/sentences/say.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNSPACED } from '../../contract/fold-text.ts'
import { type Language, languages } from '../../contract/analysis/language.ts'
import { AppError } from '../../contract/errors.ts'
import { nameForms, normaliseName } from '../../analysis/vocabulary/normalise-name.ts'
import { categoryNameId, colorNameId, openNames, type Names } from '../../analysis/vocabulary/names.ts'
import { type ConceptRow, readConceptRows } from '../../analysis/vocabulary/vocabulary-file.ts'
import { createVocabulary, type Vocabulary } from '../../analysis/vocabulary/vocabulary.ts'
import type { TagNames } from '../catalog/vocabulary/tag-names.ts'

/** Increase it when the same names give other words to find tags by. */
const WORDS_VERSION = 2

/** Categorizers whose categories have names in other languages; a person's own keep the person's names. */
const NAMED_CATEGORIZERS: readonly string[] = ['personal_photos', 'nsfw_beta']

/**
 * Names for the catalogue from `resources/vocabulary`. Reads almost nothing until a name is needed, and each file once
 * per process for any number of libraries; throws `file-unreadable` for damaged files.
 */
export function openTagNames(resourcesDir: string): TagNames {
  const known = opened.get(resourcesDir) ?? readTagNames(resourcesDir)
  opened.set(resourcesDir, known)
  return known
}

/** By the folder of the program's own files, which do not change while it runs. */
const opened = new Map<string, TagNames>()

function readTagNames(resourcesDir: string): TagNames {
  let read: ConceptRow[] | undefined
  const rows = () => (read ??= readConceptRows(resourcesDir))
  let opened: Names | undefined
  const names = () => (opened ??= openNames(resourcesDir, rows()))
  let known: Vocabulary | undefined
  const vocabulary = () => (known ??= createVocabulary(rows()))
  let placed: ReadonlyMap<string, number> | undefined
  const places = () => (placed ??= new Map([...vocabulary().all()].map(({ id }, place) => [id, place])))
  const near = new Map<Language, NearWords>()
  const nearIn = (language: Language) => {
    const kept = near.get(language) ?? readNearWords(vocabulary(), names(), language)
    near.set(language, kept)
    return kept
  }
  return {
    version: `${WORDS_VERSION} ${readDigest(resourcesDir)}`,
    conceptLabel: (concept, name, language) =>
      labelOf(language === 'en' ? undefined : names().nameOf(concept, language), name),
    isListedLast: (concept) => vocabulary().find(concept)?.listedLast ?? false,
    categoryLabel: (categorizer, name, language) =>
      labelOf(
        language === 'en' || !NAMED_CATEGORIZERS.includes(categorizer)
          ? undefined
          : names().nameOf(categoryNameId(name), language),
        name,
      ),
    colorLabel: (parent, language) =>
      labelOf(language === 'en' ? undefined : names().nameOf(colorNameId(parent), language), parent),
    wordsOf: (concept) => names().allNames(concept),
    beginning: (text, language) => findWords(nearIn(language), text),
    containing: (text, language) => findWhole(nearIn(language), text),
    *elsewhere(text) {
      const found = new Set<string>()
      for (const { code } of languages) {
        for (const concept of names().conceptsNamed(text, code)) found.add(concept)
        yield
      }
      const concepts = [...found]
      return { concepts, isOne: isOneThing(concepts, vocabulary()) }
    },
    *read(language) {
      rows()
      yield
      vocabulary()
      yield
      places()
      names().namedIn(language)
      yield
    },
    namesIn: (language) => [
      ...(language === 'en' ? namesOfConcepts(vocabulary()) : []),
      ...[...names().namedIn(language)]
        .filter((id) => !id.startsWith(categoryNameId('')))
        .map((concept) => ({ concept, text: names().nameOf(concept, language).text })),
    ],
    about: (concept) => {
      const { name, parents = [], neverFound } = vocabulary().find(concept) ?? {}
      return {
        name: name ?? names().nameOf(concept, 'en').text,
        parents,
        isFound: neverFound !== true,
        place: places().get(concept) ?? Infinity,
      }
    },
  }
}

/**
 * Whether one of some concepts includes all others as its kinds. Categories are no concepts, and are never one thing
 * with others.
 */
const isOneThing = (ids: readonly string[], vocabulary: Vocabulary): boolean =>
  ids.some((one) => ids.every((other) => one === other || (vocabulary.find(other) && vocabulary.isA(other, one))))

const labelOf = (found: { text: string; isFallback: boolean } | undefined, name: string) =>
  found === undefined || found.isFallback ? name : found.text

/** Names in the form for comparison, a space before each word, with their concepts. */
type NearWords = readonly { spaced: string; concept: string }[]

function readNearWords(vocabulary: Vocabulary, names: Names, language: Language): NearWords {
  const english = namesOfConcepts(vocabulary)
  const own =
    language === 'en'
      ? []
      : [...names.namedIn(language)].map((concept) => ({ concept, text: names.nameOf(concept, language).text }))
  return [...english, ...own].flatMap(({ concept, text }) =>
    nameForms(text).map((form) => ({ concept, spaced: ` ${form}` })),
  )
}

/** The English names and synonyms of all concepts. */
const namesOfConcepts = (vocabulary: Vocabulary): { concept: string; text: string }[] =>
  [...vocabulary.all()].flatMap(({ id, name, synonyms }) => [name, ...synonyms].map((text) => ({ concept: id, text })))

function findWords(words: NearWords, text: string): ReturnType<TagNames['beginning']> {
  const wanted = normaliseName(text)
  if (wanted === '') return { concepts: new Set(), isWord: false }
  const start = UNSPACED.test(wanted) ? wanted : ` ${wanted}`
  const found = words.filter(({ spaced }) => spaced.includes(start))
  // The last word of a name is what it is: a frying pan is a pan. Words within names, such as "de", mean nothing.
  return {
    concepts: new Set(found.map(({ concept }) => concept)),
    isWord: found.some(({ spaced }) => spaced.endsWith(` ${wanted}`)),
  }
}

function findWhole(words: NearWords, text: string): Set<string> {
  const wanted = normaliseName(text)
  if (wanted === '') return new Set()
  const isWithin = UNSPACED.test(wanted)
    ? (spaced: string) => spaced.includes(wanted)
    : (spaced: string) => `${spaced} `.includes(` ${wanted} `)
  return new Set(words.flatMap(({ concept, spaced }) => (isWithin(spaced) ? [concept] : [])))
}

/** The digest stored beside the names, so that opening a library need not read them all. */
function readDigest(resourcesDir: string): string {
  const file = join(resourcesDir, 'vocabulary', 'names', 'digest.txt')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new AppError('file-unreadable', say('errors.namesMissing', { path: file }), { cause })
  }
}
