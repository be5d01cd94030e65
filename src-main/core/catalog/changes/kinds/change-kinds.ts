import type { ChangeKind } from './change-kind.ts'
import { customClassifier } from './custom-classifier.ts'
import { type Import, importWork } from './import.ts'
import { label } from './label.ts'
import { type MergeDuplicates, mergeDuplicates } from './merge-duplicates.ts'
import { metadataWriting } from './metadata-writing.ts'
import { notDuplicates } from './not-duplicates.ts'
import { orientation } from './orientation.ts'
import { otherPhotos } from './other-photos.ts'
import { pick } from './pick.ts'
import { privateMark } from './private.ts'
import { rate } from './rate.ts'
import { removeFolder } from './remove-folder.ts'
import { removeMissing } from './remove-missing.ts'
import { type Rotate, rotate } from './rotate.ts'
import { savedSearch } from './saved-search.ts'
import { samePhoto } from './same-photo.ts'
import { sensitivity } from './sensitivity.ts'
import { stack } from './stack.ts'
import { stackTop } from './stack-top.ts'
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
  removeFolder,
  removeMissing,
  trashPhotos,
  samePhoto,
  otherPhotos,
  notDuplicates,
  customClassifier,
  metadataWriting,
  savedSearch,
  importWork,
  mergeDuplicates,
  rotate,
] as const

type ChangeOf<Kind> = Kind extends { describe(change: infer Change, count: number): string } ? Change : never

/** What a person did, without what it was done to. */
export type Change = ChangeOf<(typeof changeKinds)[number]>

/** A change that consists of others. */
export type BatchChange = Import | MergeDuplicates | Rotate

/** Kinds that remove something which can be put back. */
export const removalKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.isRemoval)
  .map(({ kind }) => kind)

/** Kinds that are not done again by a redo. */
export const oneWayKinds: readonly string[] = changeKinds
  .filter((each: ChangeKind) => each.isOneWay)
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
