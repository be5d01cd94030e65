import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Backups } from './backups.ts'
import { PlacedFilm } from './film.ts'
import { Folder } from './folder.ts'
import { ChangeResult } from './history.ts'
import { FolderId, JobId, PhotoId, PhotoIds, TargetId } from './ids.ts'
import { SourceId } from './transfer.ts'
import { InstalledFromFolder } from './models.ts'
import { ImportReport, ImportRequest, LibraryExportReport, LibraryExportRequest } from './travel.ts'

/**
 * What a shell may ask of a library and a window may not: everything that takes or gives a path. A shell checks where a
 * path comes from (a dialog, its own arguments, its allowed roots) before it calls.
 */
export const hostContract = {
  addFolder: oc.input(z.object({ path: z.string().min(1) })).output(Folder),
  /**
   * Says where a folder is now, a watched one or one below it; its photos keep all that is known of them. Returns the
   * watched folder they are in.
   */
  locateFolder: oc.input(z.object({ id: FolderId, path: z.string().min(1) })).output(Folder),
  /** The folder at a path, watched or below, also one that is gone; null where none is known. */
  findFolder: oc.input(z.object({ path: z.string().min(1) })).output(FolderId.nullable()),
  /** Says where the file of a missing photo is now, in a watched folder; it can be undone. */
  setPhotoFile: oc.input(z.object({ id: PhotoId, path: z.string().min(1) })).output(ChangeResult),
  /** Registers a folder for exports; `label` is what a window may show. */
  registerTarget: oc.input(z.object({ path: z.string().min(1) })).output(z.object({ id: TargetId, label: z.string() })),
  /** Backups go to this folder from now on; null is the library's own. */
  setBackupFolder: oc.input(z.object({ path: z.string().min(1).nullable() })).output(Backups),
  /** The path of a photo's file, for showing it in the file manager. */
  locatePhoto: oc.input(z.object({ id: PhotoId })).output(z.string()),
  /** Where a film, or that of a live photo, lies; throws `bad-params` for a photo without one. */
  locateFilm: oc.input(z.object({ id: PhotoId })).output(PlacedFilm),
  /** The folder that an export was written to, for showing it in the file manager. */
  locateExport: oc.input(z.object({ jobId: JobId })).output(z.string()),
  /** The paths of all files of photos, for dragging them to other programs. */
  locateFiles: oc.input(z.object({ ids: PhotoIds })).output(z.array(z.string())),
  /** The photo at a path, or null. */
  findPhoto: oc.input(z.object({ path: z.string().min(1) })).output(PhotoId.nullable()),
  /**
   * Installs known model files from a folder on this machine and says which; `present` are models that it has files of
   * and that were installed before.
   */
  installModelsFrom: oc.input(z.object({ path: z.string().min(1) })).output(InstalledFromFolder),
  /** Registers a file or folder that a window may import from; `label` is what a window may show. */
  registerSource: oc.input(z.object({ path: z.string().min(1) })).output(z.object({ id: SourceId, label: z.string() })),
  /** Takes over what a person did in another program, as one change that can be undone; its files are only read. */
  importLibrary: oc.input(ImportRequest).output(ImportReport),
  /** Writes what is known of all photos into a folder. */
  exportLibrary: oc.input(LibraryExportRequest).output(LibraryExportReport),
  /** Whether a page is one of those about the map's tiles, which a window may have opened in a browser. */
  isTileLink: oc.input(z.object({ address: z.string() })).output(z.boolean()),
  /** Resolves when nothing is pending and no scan is under way. */
  waitUntilIdle: oc.input(z.void()).output(z.void()),
}
export type HostContract = typeof hostContract
