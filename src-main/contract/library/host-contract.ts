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
 * Calls for a shell and not for a window: everything that takes or gives a path. A shell checks where a path comes from
 * (a dialog, its own arguments, its allowed roots) before it calls.
 */
export const hostContract = {
  addFolder: oc.input(z.object({ path: z.string().min(1) })).output(Folder),
  /**
   * Sets where a watched folder or one of its subfolders is now; its photos keep everything known about them. Returns
   * the watched folder that contains them.
   */
  locateFolder: oc.input(z.object({ id: FolderId, path: z.string().min(1) })).output(Folder),
  /** The folder at a path, whether watched, below a watched one, or gone; null if none is known. */
  findFolder: oc.input(z.object({ path: z.string().min(1) })).output(FolderId.nullable()),
  /** Sets where the file of a missing photo is now, in a watched folder; the change can be undone. */
  setPhotoFile: oc.input(z.object({ id: PhotoId, path: z.string().min(1) })).output(ChangeResult),
  /** Registers a folder for exports; `label` is for display in a window. */
  registerTarget: oc.input(z.object({ path: z.string().min(1) })).output(z.object({ id: TargetId, label: z.string() })),
  /** Sets the folder for backups; null is the library's own. */
  setBackupFolder: oc.input(z.object({ path: z.string().min(1).nullable() })).output(Backups),
  /** The path of a photo's file, to show it in the file manager. */
  locatePhoto: oc.input(z.object({ id: PhotoId })).output(z.string()),
  /** Where a film, or the film of a live photo, is. Throws `bad-params` for a photo without one. */
  locateFilm: oc.input(z.object({ id: PhotoId })).output(PlacedFilm),
  /** The folder that an export was written to, to show it in the file manager. */
  locateExport: oc.input(z.object({ jobId: JobId })).output(z.string()),
  /** The paths of all files of photos, to drag them to other programs. */
  locateFiles: oc.input(z.object({ ids: PhotoIds })).output(z.array(z.string())),
  /** The photo at a path, or null. */
  findPhoto: oc.input(z.object({ path: z.string().min(1) })).output(PhotoId.nullable()),
  /**
   * Installs known model files from a folder on this machine and returns which; `present` are models in the folder that
   * were already installed.
   */
  installModelsFrom: oc.input(z.object({ path: z.string().min(1) })).output(InstalledFromFolder),
  /** Registers a file or folder that a window may import from; `label` is for display in a window. */
  registerSource: oc.input(z.object({ path: z.string().min(1) })).output(z.object({ id: SourceId, label: z.string() })),
  /**
   * Imports a person's work from another program as one change that can be undone; the program's files are only read.
   */
  importLibrary: oc.input(ImportRequest).output(ImportReport),
  /** Writes what is known about all photos into a folder. */
  exportLibrary: oc.input(LibraryExportRequest).output(LibraryExportReport),
  /** Whether an address is one of the pages about map tiles, which a window may open in a browser. */
  isTileLink: oc.input(z.object({ address: z.string() })).output(z.boolean()),
  /** Resolves when nothing is pending and no scan is running. */
  waitUntilIdle: oc.input(z.void()).output(z.void()),
}
export type HostContract = typeof hostContract
