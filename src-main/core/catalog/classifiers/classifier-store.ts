import { classifierNotFound, type Classifier } from '../../../analysis/classifiers/classifier.ts'
import type { Context } from '../context/context.ts'
import { embeddingsOf, sampleEmbeddings } from '../findings/embedding.ts'
import { PieceSize } from '../../../sqlite/piece-size.ts'
import { removeSomeResults, saveResults } from './classifier-results.ts'
import type { ClassifierRecords } from './classifier-types.ts'
import { type ClassifierRow, findClassifier, readClassifier } from './read-classifier.ts'
import { saveClassifier } from './save-classifier.ts'

/** Custom classifiers: each is written whole, examples and weights, in one transaction. */
export function createClassifierStore(context: Context): ClassifierRecords {
  const { db, write, changed } = context
  const all = db.prepare<[], ClassifierRow>('SELECT * FROM taggers ORDER BY id')
  const get = (id: string): Classifier => {
    const found = findClassifier(db, id)
    if (found === null) throw classifierNotFound(id)
    return found
  }
  /** One transaction; announces the photos that it touched. */
  const change = (work: () => number[]): number[] => {
    const ids = write(work)
    if (ids.length > 0) changed.photos(ids)
    return ids
  }
  const pieceSize = new PieceSize({ first: 200, least: 20, most: 2000 })
  return {
    list: () => all.all().map((row) => readClassifier(db, row)),
    get,
    exists: (id) => findClassifier(db, id) !== null,
    save: (classifier) => void change(() => saveClassifier(context, classifier)),
    saveResults: (classifier, results) => change(() => saveResults(context, classifier, results)),
    takeBackSome: () => {
      const limit = pieceSize.next
      const piece = pieceSize.measure(limit, () => write(() => removeSomeResults(context, limit)))
      if (piece.ids.length > 0) changed.photos(piece.ids)
      return piece
    },
    takenOff: (name) => takenOff(context, name),
    embeddingsOf: (photoIds, modelId) => embeddingsOf(db, photoIds, modelId),
    embeddingSample: (modelId, limit) => sampleEmbeddings(db, modelId, limit),
  }
}

function takenOff({ db, vocabulary }: Context, name: string): number[] {
  const tagId = vocabulary.findTag(name)
  if (tagId === null) return []
  return db
    .prepare<[number], number>('SELECT photo_id FROM removed_tags WHERE tag_id = ? ORDER BY photo_id')
    .pluck()
    .all(tagId)
}
