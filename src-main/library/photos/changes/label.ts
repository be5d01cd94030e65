import { say } from '../../../contract/sentences/say.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { fromFile, photoValue } from './photo-value.ts'

/** Sets the label of photos, such as `Red`; an empty one removes it. */
export type SetLabel = { kind: 'label'; label: string }

const value = photoValue<string>({
  column: 'label',
  flag: 'is_labelled',
  otherwise: fromFile(`m.data ->> '$.label'`, `''`),
})

export const label: ChangeKind<SetLabel, string | null> = {
  ...value,
  kind: 'label',
  isText: true,
  write: (context, change, ids, state) => {
    value.write(context, change, ids, state)
    const fullText = createFullText(context.db)
    for (const id of ids) fullText.put(id)
  },
  given: (_context, change) => change.label.trim(),
  describe: (change, count) =>
    change.label.trim() === ''
      ? say('changes.unlabelled', { photos: count })
      : say('changes.labelled', { photos: count, label: change.label.trim() }),
}
