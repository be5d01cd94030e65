import { say } from '../../../contract/sentences/say.ts'
import { findClassifier } from '../rows/read-classifier.ts'
import { removeClassifier, saveClassifier } from '../rows/save-classifier.ts'
import { restoreClassifier, storeClassifier, type StoredClassifier } from '../rows/stored-classifier.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import {
  type ClassifierSettings,
  readClassifierSettings,
  writeClassifierSettings,
} from '../rows/classifier-settings.ts'

/** A custom classifier as a person trained it, or null if they removed it. `name` is the name they gave it. */
export type ChangeClassifier = {
  kind: 'custom-classifier'
  id: string
  name: string
  classifier: StoredClassifier | null
}

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

type Chosen = Pick<ClassifierSettings, 'certainty'> | Pick<ClassifierSettings, 'seenMs'>

/** Sets the certainty from which a classifier's suggestions count as sure, or notes that its inbox was seen. */
export type ChangeClassifierSettings = { kind: 'classifier-settings'; id: string; name: string; settings: Chosen }

/** The state is the one setting that is changed. */
export const classifierSettings: ChangeKind<ChangeClassifierSettings, Chosen> = {
  kind: 'classifier-settings',
  subject: 'classifiers',
  announces: () => ['classifier-settings'],
  given: (_context, { settings }) => ('certainty' in settings ? certaintyOf(settings) : seenOf(settings)),
  read: ({ db }, { id, settings }, ids) => {
    const present = readClassifierSettings({ db }, id)
    return [{ state: 'certainty' in settings ? certaintyOf(present) : seenOf(present), ids }]
  },
  write: ({ db }, { id }, _ids, state) => writeClassifierSettings({ db }, id, state),
  describe: ({ name, settings }) =>
    'certainty' in settings
      ? say('changes.classifierCertainty', { name, percent: settings.certainty })
      : say('changes.classifierSeen', { name }),
  photosOf: () => 0,
}

const certaintyOf = ({ certainty }: Pick<ClassifierSettings, 'certainty'>) => ({ certainty })
const seenOf = ({ seenMs }: Pick<ClassifierSettings, 'seenMs'>) => ({ seenMs })
