import path from 'node:path'
import { extensionOf } from '../../../base/formats/extensions.ts'
import type { MetadataWriting } from '../../../contract/library/settings.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { DueWrite, WriteTarget } from './rows/write-types.ts'
import { hashOf } from '../patch/hash-of.ts'
import type { PrepareRequest } from '../plan/prepared.ts'
import { noWork } from '../plan/work.ts'

/** Files that metadata is written into; others have sidecars. */
const WRITABLE: ReadonlySet<string> = new Set('jpg jpeg jpe jfif tif tiff png webp heic heif hif dng'.split(' '))

const isWritable = (photo: string): boolean => WRITABLE.has(extensionOf(photo))

/**
 * The targets for the work on a photo: the person's choice, and every earlier target, since withdrawn work must be
 * removed there too. An existing sidecar is read before the file, and overrides it.
 */
function targetsOf(
  { path: photo }: Pick<DueWrite, 'path'>,
  mode: MetadataWriting,
  written: readonly WriteTarget[],
): { target: WriteTarget; isOnlyPresent: boolean }[] {
  const isFile = mode === 'files' && isWritable(photo)
  const targets: { target: WriteTarget; isOnlyPresent: boolean }[] = []
  if (isFile || written.includes('file')) targets.push({ target: 'file', isOnlyPresent: true })
  targets.push({ target: 'sidecar', isOnlyPresent: isFile || mode === 'off' })
  return targets
}

/** All targets to check for a photo. */
export function requestsOf(catalog: Pick<Catalog, 'metadataWrites' | 'settings'>, row: DueWrite): PrepareRequest[] {
  const { metadataWrites, settings } = catalog
  const { metadataWriting, sidecarName: naming } = settings.get()
  const { photoId, path: photo, isTakenBack } = row
  const isWanted = (target: WriteTarget) =>
    metadataWriting !== 'off' && (target === 'sidecar' || (metadataWriting === 'files' && isWritable(photo)))
  return targetsOf(row, metadataWriting, metadataWrites.writtenTargets(photoId)).map(({ target, isOnlyPresent }) => {
    const state = metadataWrites.state(photoId, target)
    const work = isTakenBack && !isWanted(target) ? noWork() : state.work
    const knowledge = { ...state, work, versions: metadataWrites.versions(photoId, target) }
    return target === 'file'
      ? { ...knowledge, target, photo, temporary: temporaryName(photo) }
      : { ...knowledge, target, photo, naming, isOnlyPresent }
  })
}

/** One hidden name for each file, so that the next write replaces what an interrupted one left. */
export const temporaryName = (place: string): string =>
  path.join(
    path.dirname(place),
    `.lumafold-${hashOf(Buffer.from(path.basename(place))).slice(0, 16)}${path.extname(place)}`,
  )
