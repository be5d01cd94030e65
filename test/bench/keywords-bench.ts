import { plainKeyword } from '../../src-main/contract/library/keywords.ts'
import { mergeKeywords, moveKeyword } from '../../src-main/library/keywords/keyword-changes.ts'
import { addPhotos, measureInto, openLibrary, photosAsked } from './library-of-photos.ts'
import { Figures } from './million/figures.ts'
import { LIBRARY_IDS } from '../../src-main/library/history/kinds/change-kind.ts'

/**
 * Keywords of many photos are renamed, merged and undone: `node test/bench/keywords-bench.ts [--photos N]`. A limit is
 * for the computing time; the longest pause of other work is printed with it. Nothing is kept.
 */
const SOME = 10_000
const KEYWORDS = 20_000
const photos = photosAsked()
const { catalog, changes, close } = openLibrary('keywords')
const library = { catalog, changes }
const figures = new Figures()
const measure = measureInto(figures)

try {
  const all = addPhotos(catalog, photos, { keywords: ['from the file', 'another one'] })
  await catalog.search.prepare({ rest: true })
  const some = all.slice(0, SOME)
  const written = all.length.toLocaleString('en')
  await measure('tag 10,000 photos', 1000, () => changes.apply({ kind: 'add-tag', name: 'Places/Vienna', ids: some }))
  await measure('rename a keyword of 10,000 photos', 1000, () =>
    moveKeyword(library, { from: 'Places/Vienna', to: 'Places/Wien' }),
  )
  await measure('  its undo', 1000, () => changes.undo())
  await changes.apply({ kind: 'add-tag', name: 'Travel', ids: all })
  await changes.apply({ kind: 'add-tag', name: 'Travel/Summer', ids: all.slice(0, all.length / 2) })
  await measure(`rename a keyword of ${written} photos, with one below it`, 8000, () =>
    moveKeyword(library, { from: 'Travel', to: 'Journeys' }),
  )
  await measure('  its undo', 8000, () => changes.undo())
  await measure(`rename a keyword that ${written} files give`, 8000, () =>
    moveKeyword(library, { from: 'from the file', to: 'mine' }),
  )
  await measure('merge it with another one of all of them', 8000, () =>
    mergeKeywords(library, { names: ['mine'], into: 'another one', keepsNames: true }),
  )
  await measure('  its undo', 8000, () => changes.undo())
  await measure(`a tree of ${KEYWORDS.toLocaleString('en')} keywords, imported`, 10_000, () =>
    changes.applyBatch(
      { kind: 'change-keywords', what: 'import', keywords: KEYWORDS, photos: 0 },
      Array.from({ length: KEYWORDS }, (_, at) => ({
        change: {
          kind: 'keyword',
          name: `List/${at % 100}/${at}`,
          record: { ...plainKeyword, synonyms: [`word ${at}`] },
        },
        ids: LIBRARY_IDS,
      })),
    ),
  )
  await measure(`  the tree with its counts over ${written} photos`, 500, () => catalog.keywords.list())
  await measure('  renamed at its top', 10_000, () => moveKeyword(library, { from: 'List', to: 'All/List' }))
  await measure('  its undo', 10_000, () => changes.undo())
  await measure(`tags of ${written} selected photos`, 500, async () => catalog.keywords.ofPhotos(all))
} finally {
  close()
}
figures.end()
