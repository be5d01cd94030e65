import { acceptAbove, countByCertainty, listLearned } from '../../src-main/library/classifiers/learned-suggestions.ts'
import { countWaiting } from '../../src-main/library/classifiers/count-waiting.ts'
import { SuggestionQuery } from '../../src-main/contract/library/custom-classifiers.ts'
import { addPhotos, measureInto, openLibrary, photosAsked } from './library-of-photos.ts'
import { Figures } from './million/figures.ts'

/**
 * Suggestions of a learned tag for very many photos are listed, counted, accepted at once and undone: `node
 * test/bench/learned-bench.ts [--photos N]`. Nothing is kept.
 */
const photos = photosAsked()
const figures = new Figures()
const measure = measureInto(figures)
const { catalog, changes, close } = openLibrary('learned')
const id = 'boat'
const NAME = 'My boat'

function suggestToAll(ids: readonly number[]): void {
  const head = { name: NAME, weights: Float32Array.of(1, 0), bias: 0, positives: [], negatives: [] }
  const about = { id, kind: 'tagger', version: 1, modelId: 'model', dimensions: 2, createdMs: 1, updatedMs: 1 } as const
  const classifier = { ...about, classes: [head] }
  catalog.classifiers.save(classifier)
  for (let from = 0; from < ids.length; from += 1000)
    catalog.classifiers.saveResults(
      classifier,
      ids.slice(from, from + 1000).map((photoId) => ({
        photoId,
        classes: [{ name: NAME, confidence: 50 + (photoId % 50) }],
      })),
    )
}

try {
  const ids = addPhotos(catalog, photos)
  await catalog.search.prepare({ rest: true })
  catalog.edits.beginFile(0, ids.at(-1) ?? 0) // as after a backup, which has all of them
  suggestToAll(ids)
  const all = photos.toLocaleString('en')
  const library = { catalog, changes }
  await measure(`a page of ${all} suggestions`, 500, () => listLearned(library, SuggestionQuery.parse({ id })))
  await measure('  counted by their certainty', 500, () => countByCertainty(library, id))
  await measure('  counted for the list of classifiers', 500, () => countWaiting(library))
  await measure(`accepting ${all} suggestions`, 1000, () => acceptAbove(library, { id, certainty: 1 }))
  await measure('  its undo', 1000, () => changes.undo())
  await measure('  its redo', 1000, () => changes.redo())
  await changes.undo()
  await measure('accepting 10,000 suggestions', 300, () => acceptAbove(library, { id, certainty: 95 }))
} finally {
  close()
}
figures.end()
