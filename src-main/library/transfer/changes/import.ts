import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf, consistsOfParts } from '../../history/kinds/change-kind.ts'

/**
 * Imports a person's work from another program. `from` is the source, for example `the Lightroom catalogue
 * Holidays.lrcat`; older edits have it in English. Its pieces name the changes that it consists of.
 */
export type Import = { kind: 'import'; from: Text | string; photos: number }

export const importWork: ChangeKind<Import, null> = {
  ...consistsOfParts,
  kind: 'import',
  isText: true,
  hasParts: true,
  announces: () => ['photos', 'keywords.changed', 'albums.changed'],
  risk: riskOf('backups.import'),
  describe: ({ from, photos }) => say('changes.imported', { source: from, photos }),
}
