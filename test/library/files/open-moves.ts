import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { FileMoves } from '../../../src-main/library/files/file-moves.ts'

/** A catalogue and its file moves, without the rest of a library. */
export function openMoves(libraryDir: string) {
  const catalog = openCatalog(libraryDir)
  const done = (result: { changeId: number | null; kept: number }) =>
    Promise.resolve({ changeId: result.changeId, kept: result.kept, count: 0, sentence: foreign('') })
  const moves = new FileMoves({
    catalog,
    changes: {
      apply: (change) => done(catalog.changes.apply(change)),
      undo: (id) => done(catalog.changes.undo(id)),
      redo: (id) => done(catalog.changes.redo(id)),
    },
    hub: { photosChanged: () => undefined, publish: () => undefined },
    log: { error: () => undefined, warn: () => undefined },
  })
  return { catalog, moves }
}
