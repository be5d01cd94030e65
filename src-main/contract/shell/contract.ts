import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { Folder } from '../library/folder.ts'
import { ChangeResult } from '../library/history.ts'
import { FolderId, JobId, PhotoId, PhotoIds, TargetId } from '../library/ids.ts'
import { SourceId } from '../library/transfer.ts'
import {
  AllowedFolder,
  CardPlace,
  DroppedFolder,
  DroppedMatch,
  FolderAnswer,
  FolderAsking,
  FolderListing,
  FolderPlace,
  PictureCount,
} from './browsing.ts'
import { DesktopTexts } from './desktop-texts.ts'
import { UpdateChoice, UpdateState } from './updates.ts'

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

/** A program that photos can be opened in; only a shell knows where it is. */
export const Program = z.object({
  id: z.string().max(300),
  name: z.string(),
  /** A person chose it, and it is remembered. */
  isChosen: z.boolean(),
})
export type Program = z.infer<typeof Program>

export const shellContract = {
  info: oc.output(ShellInfo),
  /** Adds a folder to the library; null when the person closed the dialog. */
  addFolder: oc.input(z.object({ path: z.string().optional() })).output(Folder.nullable()),
  /** Adds a folder that was dropped on the window, by the id that the desktop program gave for it. */
  addDropped: oc.input(z.object({ id: z.string() })).output(Folder),
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
  /** Folders directly below a folder, the roots for an empty path; only where there are no dialogs. */
  browseFolder: oc.input(z.object({ path: z.string(), withHidden: z.boolean().default(false) })).output(FolderListing),
  /** Counts pictures near at hand in some folders; one that cannot be read counts as empty. */
  countPictures: oc.input(z.object({ paths: z.array(z.string()).max(20) })).output(z.array(PictureCount)),
  /** Folders where photos often are: the person's own, the roots, and drives and cards that are plugged in. */
  listPlaces: oc.output(z.array(FolderPlace)),
  /** Folders below the roots that may be one that was dropped on a page in a browser, nearest first. */
  findDropped: oc.input(DroppedFolder).output(z.array(DroppedMatch)),
  /** Folders that windows may use; only where there are no dialogs. */
  allowedFolders: oc.output(z.object({ folders: z.array(AllowedFolder), asking: FolderAsking })),
  /** Puts the question on the machine whether windows may use a folder, and waits for the answer given there. */
  askForFolder: oc.input(z.object({ path: z.string().max(4096) })).output(FolderAnswer),
  /** Takes a folder back that was allowed on the machine. */
  disallowFolder: oc.input(z.object({ path: z.string() })).output(z.void()),
  /** Tells the desktop program the texts of its menu and dialogs in the window's language; nothing in a browser. */
  setTexts: oc.input(DesktopTexts).output(z.void()),
  /** Updates of the program itself. */
  updates: {
    /** The state, now and after each change, until aborted. */
    follow: oc.output(eventIterator(UpdateState)),
    /** Agrees to updates from an address, or ends them. Throws `bad-params` without an address. */
    choose: oc.input(UpdateChoice).output(UpdateState),
    /** Looks for an update now; throws `not-supported-here` where that cannot be. */
    check: oc.output(UpdateState),
    /** Ends the program and starts the new one. */
    install: oc.output(z.void()),
  },
  /** Opens a photo's file in the system's program for it, or in another one. */
  open: oc.input(z.object({ photoId: PhotoId, programId: z.string().max(300).optional() })).output(z.void()),
  /** Programs for photos: those that a person chose first, then those that the system knows. */
  listPrograms: oc.output(z.array(Program)),
  /** Lets a person choose a program, which is remembered; null when they closed the dialog. Only with dialogs. */
  chooseProgram: oc.output(Program.nullable()),
  /** Cards and drives that are plugged in. */
  listCards: oc.output(z.array(CardPlace)),
  /** Begins to drag the files of photos out of the window, to other programs; only in the desktop program. */
  startDrag: oc.input(z.object({ ids: PhotoIds })).output(z.void()),
  /** Shows a photo's file in the file manager. */
  reveal: oc.input(z.object({ photoId: PhotoId })).output(z.void()),
  /** Shows the folder that an export was written to in the file manager. */
  revealExport: oc.input(z.object({ jobId: JobId })).output(z.void()),
}
export type ShellContract = typeof shellContract
