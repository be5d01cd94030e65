import type { Text } from '../../../../contract/sentences/text.ts'
import { type ChangeFolder, changeFolder } from './change-folder.ts'
import { album } from './album.ts'
import { albumPhotos, type ChangeAlbumPhotos } from './album-batch.ts'
import { putIntoAlbum, takeOutOfAlbum } from './album-photos.ts'
import { albumPlaces } from './album-places.ts'
import type { ChangeKind } from './change-kind.ts'
import { classifierSettings } from './classifier-settings.ts'
import { cropPin } from './crop-pin.ts'
import { customClassifier } from './custom-classifier.ts'
import { faces } from './faces.ts'
import { exportFiles } from './export-files.ts'
import { exportPreset } from './export-preset.ts'
import { editMetadata, type EditMetadata } from './edit-metadata.ts'
import { fields } from './fields.ts'
import { type Import, importWork } from './import.ts'
import { keyword } from './keyword.ts'
import {
  type ChangeKeywords,
  changeKeywords,
  judgeSuggestion,
  type JudgeSuggestions,
  paint,
  type Paint,
} from './keyword-batches.ts'
import { keywordSet } from './keyword-set.ts'
import { label } from './label.ts'
import { type MergeDuplicates, mergeDuplicates } from './merge-duplicates.ts'
import { metadataWriting } from './metadata-writing.ts'
import { type MoveFiles, moveFiles } from './move-files.ts'
import { moveTag } from './move-tag.ts'
import { metadataTemplate } from './metadata-template.ts'
import { notDuplicates } from './not-duplicates.ts'
import { orientation } from './orientation.ts'
import { otherPhotos } from './other-photos.ts'
import { type ChangePeople, people } from './people.ts'
import { person } from './person.ts'
import { pick } from './pick.ts'
import { position } from './position.ts'
import { privateMark } from './private.ts'
import { rate } from './rate.ts'
import { removeFolder } from './remove-folder.ts'
import { removeMissing } from './remove-missing.ts'
import { type Rotate, rotate } from './rotate.ts'
import { savedSearch } from './saved-search.ts'
import { samePhoto } from './same-photo.ts'
import { sensitivity } from './sensitivity.ts'
import { spellKeyword } from './spell-keyword.ts'
import { stack } from './stack.ts'
import { stackTop } from './stack-top.ts'
import { suggestion } from './suggestion.ts'
import { addTag, removeTag } from './tags.ts'
import { trashPhotos } from './trash-photos.ts'
import { takenAt } from './taken-at.ts'
import { caption, copyright, creator, title } from './texts.ts'

/** Every kind of change that a person makes; the journal keeps them by name. */
export const changeKinds = [
  rate,
  addTag,
  removeTag,
  label,
  pick,
  takenAt,
  orientation,
  sensitivity,
  privateMark,
  stack,
  stackTop,
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
] as const

type ChangeOf<Kind> = Kind extends { describe(change: infer Change, count: number): Text } ? Change : never

/** What a person did, without what it was done to. */
export type Change = ChangeOf<(typeof changeKinds)[number]>

/** A change that consists of others. */
export type BatchChange =
  | ChangeAlbumPhotos
  | Import
  | MergeDuplicates
  | Rotate
  | ChangeKeywords
  | JudgeSuggestions
  | Paint
  | ChangePeople
  | EditMetadata

/** A change of files on the disk, which goes before what the history says of it. */
export type OperationChange = MoveFiles | ChangeFolder

/** Whether a change moved files on the disk. */
export const isOperation = (change: Change): change is OperationChange => kindOf(change.kind).movesFiles === true

/** Kinds that remove something which can be put back. */
export const removalKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.isRemoval)
  .map(({ kind }) => kind)

/** Kinds that are not done again by a redo. */
export const oneWayKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.noRedo !== undefined)
  .map(({ kind }) => kind)

/** Kinds of which the history says nothing while photos are concealed, and which cannot be undone then. */
export const discreetKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.isDiscreet || each.hasParts)
  .map(({ kind }) => kind)

/** The kind of a change by its name. */
export function kindOf(name: string): ChangeKind {
  const found: ChangeKind | undefined = changeKinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new Error(`The journal holds a change of the kind ${name}, which is not known.`)
  return found
}
