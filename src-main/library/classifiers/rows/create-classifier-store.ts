import { classifierNotFound, type Classifier } from '../../../analysis/classifiers/classifier.ts'
import type { Context } from '../../catalog/context/context.ts'
import { embeddingsOf, sampleEmbeddings } from '../../queue/rows/findings/embedding.ts'
import { PieceSize } from '../../../base/sqlite/piece-size.ts'
import { dueRuns, finishRun } from './due-runs.ts'
import { removeSomeResults, saveResults } from './classifier-results.ts'
import { readClassifierSettings } from './classifier-settings.ts'
import type { ClassifierRecords } from './classifier-types.ts'
import { type ClassifierRow, findClassifier, readClassifier } from './read-classifier.ts'
import { saveClassifier } from './save-classifier.ts'
import { judgedPhotos, waitingSuggestions } from './waiting-suggestions.ts'

/** Custom classifiers: each is written with all examples and weights in one transaction. */
export function createClassifierStore(context: Context): ClassifierRecords {
  const { db, write } = context
  const all = db.prepare<[], ClassifierRow>('SELECT * FROM taggers ORDER BY id')
  const exists = db.prepare<[string]>('SELECT 1 FROM taggers WHERE id = ?')
  const get = (id: string): Classifier => {
    const found = findClassifier(db, id)
    if (found === null) throw classifierNotFound(id)
    return found
  }
  const pieceSize = new PieceSize({ first: 1000, min: 100, max: 20_000 })
  return {
    list: () => all.all().map((row) => readClassifier(db, row)),
    get,
    exists: (id) => exists.get(id) !== undefined,
    save: (classifier) => write(() => saveClassifier(context, classifier)),
    saveResults: (classifier, results) => write(() => saveResults(context, classifier, results)),
    dueRuns: () => dueRuns(db),
    finishRun: (number) => write(() => finishRun(db, number)),
    takeBackSome: () => {
      const limit = pieceSize.next
      return pieceSize.measure(limit, () => write(() => removeSomeResults(context, limit)))
    },
    waiting: (id, choice, from) => waitingSuggestions(context, id, choice, from),
    judged: (name) => judgedPhotos(context, name),
    settingsOf: (id) => readClassifierSettings(context, id),
    embeddingsOf: (photoIds, modelId) => embeddingsOf(db, photoIds, modelId),
    embeddingSample: (modelId, limit) => sampleEmbeddings(db, modelId, limit),
  }
}
