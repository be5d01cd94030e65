import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf, consistsOfParts } from '../../history/kinds/change-kind.ts'

/**
 * Gives photos metadata that differ from photo to photo: `photos` of them. `how` is the reason, and `name` that of a
 * template or track. Its pieces name the changes that it consists of.
 */
export type EditMetadata = {
  kind: 'edit-metadata'
  how: 'template' | 'paste' | 'shift' | 'zone' | 'track' | 'fields'
  name?: string | Text
  photos: number
}

const sentences: Readonly<Record<EditMetadata['how'], (photos: number, name: string | Text) => Text>> = {
  template: (photos, name) => say('changes.templateApplied', { name, photos }),
  paste: (photos) => say('changes.pasted', { photos }),
  shift: (photos, name) =>
    name === '' ? say('changes.datesMoved', { photos }) : say('changes.datesMovedBy', { photos, time: name }),
  zone: (photos, name) => say('changes.datesToZone', { photos, zone: name }),
  track: (photos, name) => say('changes.placedByTrack', { photos, name }),
  fields: (photos) => say('changes.metadataEdited', { photos }),
}

export const editMetadata: ChangeKind<EditMetadata, null> = {
  ...consistsOfParts,
  kind: 'edit-metadata',
  isText: true,
  risk: riskOf('backups.metadata'),
  describe: ({ how, name = '', photos }) => sentences[how](photos, name),
}
