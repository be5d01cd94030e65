import { Figures } from './million/figures.ts'
import { measureList, measureMemory, measureSimilar, measureSizes } from './million/library-figures.ts'
import { addFindings } from './million/make-findings.ts'
import { measureMarks, measureOutcomes } from './million/mark-figures.ts'
import { measureOpening } from './million/opening-figures.ts'
import { withLargeLibrary } from './million/open-library.ts'
import { measureOrders, measureQueries, measureSentences } from './million/query-figures.ts'

/**
 * A person's waits in a library of 1,000,000 photos: opening, pages, counts, searches, and a mark while the window
 * scrolls. Each figure is printed with its limit; the library stays unchanged, apart from some ratings. `--quick` leaves out
 * the list of all photos, similar photos and the sizes of tables, which take minutes.
 */
await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const isQuick = process.argv.includes('--quick')
  addFindings(library.libraryDir)
  const opened = await measureOpening(figures, library)
  await measureQueries(figures, opened)
  await measureSentences(figures, opened)
  await measureOrders(figures, opened, library.photos)
  await measureMarks(figures, opened)
  if (!isQuick) await measureSimilar(figures, opened)
  await opened.close()
  await measureMemory(figures, library, !isQuick)
  await measureOutcomes(figures, library)
  if (!isQuick) {
    await measureList(figures, library)
    measureSizes(library)
  }
  figures.end()
})
