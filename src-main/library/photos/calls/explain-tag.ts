import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'
import { openNames } from '../../../analysis/vocabulary/names.ts'
import { type Concept, openVocabulary } from '../../../analysis/vocabulary/vocabulary.ts'
import type { Findings } from '../../../analysis/photo/findings.ts'
import type { Language } from '../../../contract/analysis/language.ts'
import { keptConfidence } from '../../../contract/analysis/tag.ts'
import { peopleConcepts } from '../../../contract/analysis/people-concepts.ts'
import type { TagExplanation, TagReason } from '../../../contract/analysis/tag-reason.ts'
import { AppError } from '../../../contract/errors.ts'
import { nearestWord } from '../../../contract/library/search/nearest-word.ts'
import { languageOfTags } from '../../../contract/library/settings.ts'
import type { PhotoDetail } from '../../../contract/library/photo.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { AnalysisEngine } from '../../../engines/analysis-engine.ts'
import type { Catalog, StoredTag } from '../../catalog/catalog.ts'
import { isFileInCloud } from '../../ingest/places/cloud-files.ts'

export type TagExplainerDependencies = {
  catalog: Pick<Catalog, 'photos' | 'settings'>
  /** The engine on this machine: a service does not explain its findings. */
  engine: Pick<AnalysisEngine, 'analyse'>
  resourcesDir: string
}

/**
 * Explains why a photo has or lacks a tag. Answers of people, files and services are read from the catalogue; for the
 * rest the photo is analysed again and the rules record their decisions. Nothing of it is saved.
 */
export class TagExplainer {
  readonly #dependencies: TagExplainerDependencies
  #words: Words | undefined

  constructor(dependencies: TagExplainerDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * One answer for each meaning of the word. Throws `photo-not-found`, `bad-params` with the nearest word for an
   * unknown one, and `file-missing` or `file-unreadable` with the reason if the photo cannot be read.
   */
  async explain(id: number, word: string): Promise<TagExplanation[]> {
    const { catalog, resourcesDir } = this.#dependencies
    const words = (this.#words ??= openWords(resourcesDir))
    const settings = catalog.settings.get()
    const language = languageOfTags(settings)
    const photo = catalog.photos.detail(id)
    const concepts = words.called(word, language)
    if (concepts.length === 0) return [this.#explainOwnWord(id, word, words, language)]
    const asked = concepts.map((concept) => ({
      concept,
      label: words.labelOf(concept.id, language),
      stored: catalog.photos.storedTag(id, concept.name, concept.id),
    }))
    const open = asked.filter(({ stored }) => !isSettled(stored))
    const found = open.length === 0 ? {} : await this.#analyse(photo, open)
    return asked.map(({ concept, label, stored }) => {
      const isOff = settings.peopleWords === 'hide' && peopleConcepts.includes(concept.id)
      const isGiven = !stored.isTakenOff && stored.given.some(({ source }) => isOwn(source) || !isOff)
      const reasons: TagReason[] = [...reasonsOf(label, stored, isGiven)]
      if (isOff) reasons.push({ key: 'peopleOff', values: {} })
      if (!isSettled(stored)) {
        const { tags = [], tagReasons = {} } = found
        for (const { key, values } of tagReasons[concept.id] ?? []) {
          const { thing } = values
          const named = typeof thing === 'string' ? { ...values, thing: words.labelOf(thing, language) } : values
          reasons.push({ key, values: named })
        }
        const now = tags.find((tag) => tag.concept === concept.id)
        reasons.push(...compare(photo, stored, now ? keptConfidence(now) : 0, settings.minConfidence))
      }
      return { name: concept.name, label, isGiven, reasons }
    })
  }

  /** A word that people, files, services or custom classifiers give, but no model of this machine. */
  #explainOwnWord(id: number, word: string, words: Words, language: Language): TagExplanation {
    const stored = this.#dependencies.catalog.photos.storedTag(id, word)
    if (stored.given.length === 0 && stored.learned.length === 0 && !stored.isTakenOff) {
      const near = words.nearest(word, language)
      throw new AppError(
        'bad-params',
        near === null ? say('errors.wordUnknown', { word }) : say('errors.wordMeant', { word, near }),
      )
    }
    const isGiven = stored.given.length > 0 && !stored.isTakenOff
    const reasons: TagReason[] = [...reasonsOf(word, stored, isGiven), { key: 'unknownWord', values: {} }]
    return { name: word, label: word, isGiven, reasons }
  }

  async #analyse(
    { path, status }: PhotoDetail,
    asked: readonly { concept: Concept }[],
  ): Promise<Pick<Findings, 'tags' | 'tagReasons'>> {
    if (status === 'missing' || status === 'offline') throw new AppError('file-missing', say('photos.fileAway'))
    // Opening such a file would download it.
    if (await isFileInCloud(path)) throw new AppError('file-unreadable', say('photos.inCloud'))
    const explain = asked.map(({ concept }) => concept.id)
    const outcome = await this.#dependencies.engine.analyse({ path, steps: ['tags'], explain })
    if (!outcome.ok && outcome.code === 'file-missing') throw new AppError('file-missing', say('photos.fileAway'))
    if (!outcome.ok) throw new AppError('file-unreadable', outcome.reason)
    if (outcome.findings.tagReasons === undefined)
      throw new AppError('file-unreadable', describeWarnings(outcome.warnings))
    return outcome.findings
  }
}

const describeWarnings = (warnings: readonly Text[]): Text =>
  warnings.length === 0 ? say('photos.noPicture') : several(warnings)

const isOwn = (source: StoredTag['given'][number]['source']): boolean => source === 'person' || source === 'file'

/** Whether models have no influence: the person removed the tag, or only others than this machine's models gave it. */
const isSettled = ({ given, isTakenOff }: StoredTag): boolean =>
  isTakenOff || (given.length > 0 && !given.some(({ source }) => source === 'engine'))

/** The catalogue's reasons for a tag. */
function* reasonsOf(word: string, { given, isTakenOff, learned }: StoredTag, isGiven: boolean): Generator<TagReason> {
  yield { key: isGiven ? 'has' : 'lacks', values: { word } }
  if (isTakenOff) yield { key: 'takenOff', values: {} }
  for (const { source, confidence } of given) {
    if (source === 'person') yield { key: 'byPerson', values: {} }
    if (source === 'file') yield { key: 'fromFile', values: {} }
    if (source === 'remote') yield { key: 'byService', values: { confidence: Math.round(confidence) } }
  }
  for (const { classifier, confidence } of learned)
    yield { key: 'learned', values: { name: classifier, confidence: Math.round(confidence) } }
}

/** How the new result differs from the stored one, and whether that is shown. */
function* compare(photo: PhotoDetail, { given }: StoredTag, now: number, limit: number): Generator<TagReason> {
  const kept = given.find(({ source }) => source === 'engine')?.confidence ?? 0
  if (photo.status === 'pending' && kept === 0) yield { key: 'pending', values: {} }
  else if (Math.round(kept) !== Math.round(now)) yield { key: 'stored', values: { stored: Math.round(kept) } }
  if (kept > 0 && kept < limit && given.length === 1) yield { key: 'quiet', values: { limit: Math.round(limit) } }
}

type Words = {
  /** Concepts of this name: in a language, else in English with its synonyms, else in any language. */
  called(word: string, language: Language): Concept[]
  labelOf(concept: string, language: Language): string
  /** The most similar word in a language or in English; null if none is similar. */
  nearest(word: string, language: Language): string | null
}

function openWords(resourcesDir: string): Words {
  const vocabulary = openVocabulary(resourcesDir)
  const names = openNames(resourcesDir)
  const labelOf = (concept: string, language: Language) => names.nameOf(concept, language).text
  const called = (word: string, language?: Language) =>
    names.conceptsNamed(word, language).flatMap((id) => vocabulary.find(id) ?? [])
  return {
    called(word, language) {
      const own = called(word, language)
      if (own.length > 0) return own
      const english = called(word, 'en')
      return english.length > 0 ? english : called(word)
    },
    labelOf,
    nearest(word, language) {
      const english = [...vocabulary.all()].flatMap(({ name, synonyms }) => [name, ...synonyms])
      const own = [...vocabulary.all()].map(({ id }) => labelOf(id, language))
      const byForm = new Map([...english, ...own].map((text) => [normaliseName(text), text]))
      const near = nearestWord(normaliseName(word), byForm.keys())
      return near === null ? null : byForm.get(near)!
    },
  }
}
