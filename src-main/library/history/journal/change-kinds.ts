import { goBack } from '../kinds/go-back.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { type ChangeFolder, changeFolder } from '../../folders/changes/change-folder.ts'
import {
  album,
  albumPhotos,
  type ChangeAlbumPhotos,
  putIntoAlbum,
  takeOutOfAlbum,
  albumPlaces,
} from '../../albums/changes/albums.ts'
import { type FinishChoice, finishChoice } from '../../albums/changes/finish-choice.ts'
import type { ChangeKind } from '../kinds/change-kind.ts'
import { classifierSettings, customClassifier } from '../../classifiers/changes/classifiers.ts'
import { cropPin } from '../../crops/changes/crop-pin.ts'
import { faces, type ChangePeople, people, person } from '../../people/changes/people.ts'
import { exportFiles, exportPreset } from '../../export/changes/exports.ts'
import { editMetadata, type EditMetadata } from '../../editing/changes/edit-metadata.ts'
import { fields } from '../../editing/changes/fields.ts'
import { type Import, importWork } from '../../transfer/changes/import.ts'
import { keyword, keywordSet, spellKeyword } from '../../keywords/changes/keyword.ts'
import {
  type ChangeKeywords,
  changeKeywords,
  judgeSuggestion,
  type JudgeSuggestions,
  paint,
  type Paint,
  suggestion,
} from '../../keywords/changes/keyword-batches.ts'
import { type MergeDuplicates, mergeDuplicates, notDuplicates } from '../../duplicates/changes/duplicates.ts'
import { metadataWriting } from '../../metadata/changes/metadata-writing.ts'
import { type MoveFiles, moveFiles } from '../../files/changes/move-files.ts'
import { moveTag, addTag, removeTag } from '../../keywords/changes/tags.ts'
import { metadataTemplate } from '../../editing/changes/metadata-template.ts'
import { orientation, type Rotate, rotate } from '../../photos/changes/turns.ts'
import { otherPhotos, samePhoto } from '../../files/changes/same-photo.ts'
import { position } from '../../editing/changes/position.ts'
import { crop, label, pick, rate, sensitivity, privateMark } from '../../photos/changes/photo-values.ts'
import { removeFolder, removeMissing } from '../../removed/changes/removals.ts'
import { savedSearch } from '../../search/changes/saved-search.ts'
import { stack, stackTop, takeBest, type TakeBest } from '../../stacks/changes/stacks.ts'
import { trashPhotos } from '../../files/changes/trash-photos.ts'
import { takenAt } from '../../editing/changes/taken-at.ts'
import { caption, copyright, creator, title } from '../../editing/changes/texts.ts'

/** Every kind of change that a person makes; the journal stores them by name. */
export const changeKinds = [
  rate,
  addTag,
  removeTag,
  label,
  pick,
  takenAt,
  orientation,
  crop,
  sensitivity,
  privateMark,
  stack,
  stackTop,
  takeBest,
  title,
  caption,
  creator,
  copyright,
  fields,
  position,
  removeFolder,
  removeMissing,
  trashPhotos,
  moveFiles,
  changeFolder,
  samePhoto,
  otherPhotos,
  notDuplicates,
  customClassifier,
  classifierSettings,
  metadataWriting,
  savedSearch,
  moveTag,
  keyword,
  keywordSet,
  spellKeyword,
  suggestion,
  exportPreset,
  exportFiles,
  cropPin,
  album,
  albumPlaces,
  putIntoAlbum,
  takeOutOfAlbum,
  albumPhotos,
  finishChoice,
  importWork,
  mergeDuplicates,
  rotate,
  changeKeywords,
  judgeSuggestion,
  paint,
  faces,
  people,
  person,
  metadataTemplate,
  editMetadata,
  goBack,
] as const

type ChangeOf<Kind> = Kind extends { describe(change: infer Change, count: number): Text } ? Change : never

/** A person's change, without its subjects. */
export type Change = ChangeOf<(typeof changeKinds)[number]>

/** A change that consists of others. */
export type BatchChange =
  | ChangeAlbumPhotos
  | FinishChoice
  | Import
  | MergeDuplicates
  | Rotate
  | ChangeKeywords
  | JudgeSuggestions
  | Paint
  | ChangePeople
  | EditMetadata
  | TakeBest

/** A change of files on the disk, which comes before its entry of the history. */
export type OperationChange = MoveFiles | ChangeFolder

/** Whether a change moved files on the disk. */
export const isOperation = (change: Change): change is OperationChange => kindOf(change.kind).movesFiles === true

/** Kinds that remove something that can be restored. */
export const removalKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.isRemoval)
  .map(({ kind }) => kind)

/** Kinds that a redo does not repeat. */
export const oneWayKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.noRedo !== undefined)
  .map(({ kind }) => kind)

/** Kinds that the history omits while photos are concealed, and that cannot be undone then. */
export const discreetKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.isDiscreet || each.hasParts)
  .map(({ kind }) => kind)

/** The kind of a change by its name. */
export function kindOf(name: string): ChangeKind {
  const found: ChangeKind | undefined = changeKinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new Error(`The journal holds a change of the kind ${name}, which is not known.`)
  return found
}
