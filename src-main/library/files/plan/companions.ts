import { parse } from 'node:path'
import { extensionOf, pictureExtensions, videoExtensions } from '../../../base/formats/extensions.ts'
import { folded, FolderSidecars } from '../../metadata/sidecar-paths.ts'
import { newTakeoutName, ownTakeoutNames, takeoutNames } from '../../metadata/takeout-names.ts'
import { ownsPlainName } from '../../metadata/plan/choose-sidecar.ts'

/**
 * Files that programs write beside `photo.cr2` as `photo.cr2.xmp`: XMP, RawTherapee, DxO, ART, Capture One, ON1, Nikon.
 */
const ofFile = new Set('xmp pp3 dop arp cos cot on1 onphoto nka nksc spd'.split(' '))
/**
 * Files that cameras and programs write as `photo.xmp`: edits of a phone, thumbnails, sound, small films, clip data.
 */
const ofStem = new Set('xmp aae thm wav lrv lrf xml dop on1 vrd'.split(' '))
/** darktable's further edits of a photo, beside the first one. */
const DUPLICATE = /^(.*)_\d{2,}(\.[^.]+)\.xmp$/iu
/** Phones also name the edits of `IMG_0012` `IMG_O0012`. */
const PHONE_EDIT = /^(img_)(\d+)$/iu

/** The names of a folder, indexed by their beginnings. */
export type FolderNames = {
  all: readonly string[]
  has(name: string): boolean
  /** Names with the same letters up to the first dot, in any case and Unicode form, and further edits. */
  beside(name: string): readonly string[]
  /** Google's JSON for a photo, whose name may begin differently; never that of another photo of the folder. */
  takeoutOf(photo: string): string | undefined
}

const headOf = (name: string) => folded(name.split('.', 1)[0] ?? '')

export function folderNames(all: readonly string[]): FolderNames {
  const [names, byHead] = [new Set(all), new Map<string, string[]>()]
  for (const name of all) {
    const [, photo] = DUPLICATE.exec(name) ?? []
    for (const head of new Set([headOf(name), headOf(photo ?? name)])) {
      const alike = byHead.get(head)
      if (alike === undefined) byHead.set(head, [name])
      else alike.push(name)
    }
  }
  return {
    all,
    has: (name) => names.has(name),
    beside: (name) => {
      const head = headOf(name)
      const phone = PHONE_EDIT.exec(head)
      const edits = phone === null ? [] : (byHead.get(`${phone[1]}o${phone[2]}`) ?? [])
      return [...(byHead.get(head) ?? []), ...edits]
    },
    takeoutOf: takeoutIn(all),
  }
}

/** The edited copy of a photo, or its film, leaves the JSON to the photo that it describes. */
function takeoutIn(all: readonly string[]): (photo: string) => string | undefined {
  const json = all.filter((name) => extensionOf(name) === 'json')
  if (json.length === 0) return () => undefined
  const sidecars = new FolderSidecars(json)
  return (photo) => {
    const { takeout } = sidecars.of(photo)
    if (takeout === undefined || describes(takeout, photo)) return takeout
    const isOfOther = all.some((other) => other !== photo && isMedium(other) && describes(takeout, other))
    return isOfOther ? undefined : takeout
  }
}

const describes = (json: string, photo: string): boolean => isAmong(json, ownTakeoutNames(photo))
const isAmong = (json: string, names: readonly string[]): boolean =>
  names.some((name) => folded(name) === folded(parse(json).name))
const isMedium = (name: string): boolean =>
  pictureExtensions.has(extensionOf(name)) || videoExtensions.has(extensionOf(name))

/**
 * The new name of a companion when the photo's own files are renamed: its ending after the photo's new name. The same
 * holds for Google's JSON, whose name may begin differently, so that it still describes the photo.
 */
export function renameCompanion(name: string, own: readonly string[], rename: (name: string) => string): string {
  const renamed = rename(name)
  const photo = own.find((each) => extensionOf(name) === 'json' && isAmong(name, takeoutNames(each)))
  if (photo === undefined || rename(photo) === photo || isAmong(renamed, takeoutNames(rename(photo)))) return renamed
  return newTakeoutName(rename(photo))
}

/** The new name of a file whose photo gets a number; one that the photo's name has not renamed gets it itself. */
export function numberCompanion(newName: string, name: string, number: number): string {
  if (newName !== name || number === 1) return newName
  const { name: stem, ext } = parse(name)
  return `${stem}-${number}${ext}`
}

/**
 * Files beside a photo that belong to it: sidecars of either naming, edits of phones, thumbnails and sounds of cameras.
 * `photo.xmp` and the like belong to one of several photos with that name: the RAW file's.
 */
export function companionsOf(own: readonly string[], folder: FolderNames): string[] {
  const found = new Set<string>()
  for (const base of own) {
    const near = folder.beside(base)
    const sidecars = new FolderSidecars(near).of(base)
    const { name: stem, ext } = parse(base)
    const ownsStem = own.some((each) => ownsStemOf(each, own, near))
    const takeout = folder.takeoutOf(base)
    if (takeout !== undefined) found.add(takeout)
    for (const name of near) {
      if (own.includes(name)) continue
      const isOfFile = (parse(name).name === base && ofFile.has(extensionOf(name))) || name === sidecars.ofFile
      const isDuplicate = isDuplicateOf(name, stem, ext) && !folder.has(parse(name).name)
      const isOfStem = ownsStem && (name === sidecars.ofStem || isStemCompanion(name, stem))
      if (isOfFile || isDuplicate || isOfStem) found.add(name)
    }
  }
  return [...found].sort()
}

function isDuplicateOf(name: string, stem: string, extension: string): boolean {
  const [, duplicateStem, duplicateExtension] = DUPLICATE.exec(name) ?? []
  return duplicateStem === stem && duplicateExtension === extension
}

function isStemCompanion(name: string, stem: string): boolean {
  const { name: other } = parse(name)
  const [, head, number] = PHONE_EDIT.exec(stem) ?? []
  const isPhoneEdit = extensionOf(name) === 'aae' && other.toLowerCase() === `${head}o${number}`.toLowerCase()
  return isPhoneEdit || (other === stem && ofStem.has(extensionOf(name)))
}

/** Whether a companion is this photo's: no other picture or film has the name, or this is the RAW file. */
function ownsStemOf(base: string, own: readonly string[], near: readonly string[]): boolean {
  const stem = parse(base).name
  const strangers = near.filter((name) => parse(name).name === stem && isMedium(name) && !own.includes(name))
  return strangers.length === 0 || (pictureExtensions.has(extensionOf(base)) && ownsPlainName(base, near))
}
