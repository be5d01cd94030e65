import { say } from '../../../contract/sentences/say.ts'
import { findClassifier } from '../rows/read-classifier.ts'
import { removeClassifier, saveClassifier } from '../rows/save-classifier.ts'
import { restoreClassifier, storeClassifier, type StoredClassifier } from '../rows/stored-classifier.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** A custom classifier as a person trained it, or null if they removed it. `name` is the name they gave it. */
export type ChangeClassifier = {
  kind: 'custom-classifier'
  id: string
  name: string
  classifier: StoredClassifier | null
}

/** The one id of such a change: its classifier is named by the change itself. */
export const CLASSIFIER_IDS: readonly number[] = [0]

/** The state is the complete classifier, so that nothing needs training again; its suggestions follow. */
export const customClassifier: ChangeKind<ChangeClassifier, StoredClassifier | null> = {
  kind: 'custom-classifier',
  subject: 'classifiers',
  announces: ({ id }) => [{ classifier: id }],
  given: (_context, { classifier }) => classifier,
  read: ({ db }, { id }, ids) => {
    const found = findClassifier(db, id)
    return [{ state: found && storeClassifier(found), ids }]
  },
  write: (context, { id }, _ids, state) => {
    const present = findClassifier(context.db, id)
    if (state !== null) saveClassifier(context, restoreClassifier(state))
    else if (present !== null) removeClassifier(context, present)
  },
  namedPhotos: ({ classifier }) =>
    classifier?.classes.flatMap(({ positives, negatives }) => [...positives, ...negatives]) ?? [],
  renumber: (change, find) => {
    const known = (ids: readonly number[]) => ids.map(find).filter((id) => id !== null)
    const classes = change.classifier?.classes.map((each) => ({
      ...each,
      positives: known(each.positives),
      negatives: known(each.negatives),
    }))
    return change.classifier && classes ? { ...change, classifier: { ...change.classifier, classes } } : change
  },
  describe: ({ name, classifier }) => {
    if (classifier === null) return say('changes.classifierRemoved', { name })
    return say(classifier.version > 1 ? 'changes.classifierTrainedAgain' : 'changes.classifierTrained', { name })
  },
  photosOf: () => 0,
}
