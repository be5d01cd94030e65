import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Folder } from '../library/folder.ts'
import { ChangeResult } from '../library/history.ts'
import { FolderId, PhotoId, TargetId } from '../library/ids.ts'
import { SourceId } from '../library/transfer.ts'

/**
 * What the shell of a window can do. The desktop program has dialogs; in a browser, a person types paths below allowed
 * roots.
 */
export const ShellInfo = z.object({
  kind: z.enum(['electron', 'browser']),
  platform: z.string(),
  /**
   * True: call `addFolder`, `locateFolder`, `setPhotoFile`, `chooseTarget` and `chooseSource` without a path and a
   * dialog opens. False: pass a path below one of `roots`.
   */
  hasDialogs: z.boolean(),
  /** Folders that a path may be in; empty with dialogs. */
  roots: z.array(z.string()),
  canReveal: z.boolean(),
  /** Begins every picture's address; `pictureAddress` gives the rest. */
  pictures: z.string(),
})
export type ShellInfo = z.infer<typeof ShellInfo>

export const shellContract = {
  info: oc.output(ShellInfo),
  /** Adds a folder to the library; null when the person closed the dialog. */
  addFolder: oc.input(z.object({ path: z.string().optional() })).output(Folder.nullable()),
  /** Says where a folder of the library is now; null when the person closed the dialog. */
  locateFolder: oc.input(z.object({ id: FolderId, path: z.string().optional() })).output(Folder.nullable()),
  /** Says where the file of a missing photo is now; null when the person closed the dialog. */
  setPhotoFile: oc.input(z.object({ photoId: PhotoId, path: z.string().optional() })).output(ChangeResult.nullable()),
  /** Chooses a folder for exports; null when the person closed the dialog. */
  chooseTarget: oc
    .input(z.object({ path: z.string().optional() }))
    .output(z.object({ id: TargetId, label: z.string() }).nullable()),
  /**
   * Chooses what to import from: by a dialog for files, or for folders, since not every system has one for both; null
   * when the person closed it.
   */
  chooseSource: oc
    .input(z.object({ path: z.string().optional(), kind: z.enum(['file', 'folder']).default('file') }))
    .output(z.object({ id: SourceId, label: z.string() }).nullable()),
  /**
   * Folders directly below a path, and its files where asked for, for completing a path by typing; only where there are
   * no dialogs.
   */
  listEntries: oc
    .input(z.object({ path: z.string(), withFiles: z.boolean().default(false) }))
    .output(z.array(z.object({ name: z.string(), path: z.string(), isFolder: z.boolean() }))),
  /** Shows a photo's file in the file manager. */
  reveal: oc.input(z.object({ photoId: PhotoId })).output(z.void()),
}
export type ShellContract = typeof shellContract
