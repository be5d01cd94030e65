import { say } from '../../../contract/sentences/say.ts'
import {
  type ClassifierSettings,
  readClassifierSettings,
  writeClassifierSettings,
} from '../rows/classifier-settings.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

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
