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
import { MenuBar } from './menu-bar.ts'
import { Opening } from './opening.ts'
import { Notice, Presence } from './presence.ts'
import { UpdateChoice, UpdateState } from './updates.ts'

/**
 * The abilities of a window's shell. The desktop program has dialogs; in a browser, a person types paths below allowed
 * roots.
 */
export const ShellInfo = z.object({
  kind: z.enum(['electron', 'browser']),
  platform: z.string(),
  /**
   * If true, `addFolder`, `locateFolder`, `setPhotoFile`, `chooseTarget` and `chooseSource` open a dialog when called
   * without a path. If false, pass a path below one of `roots`.
   */
  hasDialogs: z.boolean(),
  /** Folders that may contain a path; empty with dialogs. */
  roots: z.array(z.string()),
  canReveal: z.boolean(),
  /** Whether `share` opens the system's own list. A browser's page asks its browser instead. */
  canShare: z.boolean(),
  /** The start of every picture's address; `pictureAddress` gives the rest. */
  pictures: z.string(),
})
export type ShellInfo = z.infer<typeof ShellInfo>

/** A program that can open photos; only a shell knows where it is. */
export const Program = z.object({
  id: z.string().max(300),
  name: z.string(),
  /** Whether a person chose it; the choice is remembered. */
  isChosen: z.boolean(),
})
export type Program = z.infer<typeof Program>

export const shellContract = {
  info: oc.output(ShellInfo),
  /** Adds a folder to the library; null when the person closed the dialog. */
  addFolder: oc.input(z.object({ path: z.string().optional() })).output(Folder.nullable()),
  /** Adds a folder that was dropped on the window, by the id that the desktop program gave it. */
  addDropped: oc.input(z.object({ id: z.string() })).output(Folder),
  /** Sets where a folder of the library is now; null when the person closed the dialog. */
  locateFolder: oc.input(z.object({ id: FolderId, path: z.string().optional() })).output(Folder.nullable()),
  /** Sets where the file of a missing photo is now; null when the person closed the dialog. */
  setPhotoFile: oc.input(z.object({ photoId: PhotoId, path: z.string().optional() })).output(ChangeResult.nullable()),
  /** Chooses a folder for exports; null when the person closed the dialog. */
  chooseTarget: oc
    .input(z.object({ path: z.string().optional() }))
    .output(z.object({ id: TargetId, label: z.string() }).nullable()),
  /**
   * Chooses a source for an import in a dialog for files or for folders, because some systems have no dialog for both;
   * null when the person closed it.
   */
  chooseSource: oc
    .input(z.object({ path: z.string().optional(), kind: z.enum(['file', 'folder']).default('file') }))
    .output(z.object({ id: SourceId, label: z.string() }).nullable()),
  /** Subfolders of a path, and its files on request, to complete a typed path; only without dialogs. */
  listEntries: oc
    .input(z.object({ path: z.string(), withFiles: z.boolean().default(false) }))
    .output(z.array(z.object({ name: z.string(), path: z.string(), isFolder: z.boolean() }))),
  /** Subfolders of a folder, or the roots for an empty path; only without dialogs. */
  browseFolder: oc.input(z.object({ path: z.string(), withHidden: z.boolean().default(false) })).output(FolderListing),
  /** Counts pictures in some folders and a few levels below; a folder that cannot be read counts as empty. */
  countPictures: oc.input(z.object({ paths: z.array(z.string()).max(20) })).output(z.array(PictureCount)),
  /** Folders that often contain photos: the person's own, the roots, and connected drives and cards. */
  listPlaces: oc.output(z.array(FolderPlace)),
  /** Folders below the roots that may be the one dropped on a page in a browser, nearest first. */
  findDropped: oc.input(DroppedFolder).output(z.array(DroppedMatch)),
  /** Folders that windows may use; only without dialogs. */
  allowedFolders: oc.output(z.object({ folders: z.array(AllowedFolder), asking: FolderAsking })),
  /** Asks on the machine whether windows may use a folder, and waits for the answer there. */
  askForFolder: oc.input(z.object({ path: z.string().max(4096) })).output(FolderAnswer),
  /** Withdraws the permission for a folder that was allowed on the machine. */
  disallowFolder: oc.input(z.object({ path: z.string() })).output(z.void()),
  /** Gives the desktop program the texts of its menu and dialogs in the window's language; no effect in a browser. */
  setTexts: oc.input(DesktopTexts).output(z.void()),
  /** Gives the desktop program the window's commands for its menu bar; no effect in a browser. */
  setMenu: oc.input(MenuBar).output(z.void()),
  /** Shows the window's work in the dock or task bar; no effect in a browser, which has its own means. */
  setPresence: oc.input(Presence).output(z.void()),
  /** Tells the person that work has ended, unless a window has their attention; no effect in a browser. */
  tellEnd: oc.input(Notice).output(z.void()),
  /** Writes an error of the window itself to the log. */
  noteFault: oc.input(z.object({ error: z.string().max(8000) })).output(z.void()),
  /** What the window is to show because somebody opened it with the program, until aborted; nothing in a browser. */
  openings: oc.output(eventIterator(Opening)),
  /** Updates of the program itself. */
  updates: {
    /** The state, now and after each change, until aborted. */
    follow: oc.output(eventIterator(UpdateState)),
    /** Consents to updates from an address, or withdraws that. Throws `bad-params` without an address. */
    choose: oc.input(UpdateChoice).output(UpdateState),
    /** Checks for an update now; throws `not-supported-here` if that is not possible. */
    check: oc.output(UpdateState),
    /** Ends the program and starts the new version. */
    install: oc.output(z.void()),
  },
  /** Opens a photo's file in the system's default program or in another one. */
  open: oc.input(z.object({ photoId: PhotoId, programId: z.string().max(300).optional() })).output(z.void()),
  /** Programs for photos: first those that a person chose, then those that the system knows. */
  listPrograms: oc.output(z.array(Program)),
  /** Lets a person choose a program, which is remembered; null when they closed the dialog. Only with dialogs. */
  chooseProgram: oc.output(Program.nullable()),
  /** Connected cards and drives. */
  listCards: oc.output(z.array(CardPlace)),
  /** Starts dragging the files of photos out of the window to other programs; only in the desktop program. */
  startDrag: oc.input(z.object({ ids: PhotoIds })).output(z.void()),
  /** Opens the system's list of what photos' files can be shared with; only where `canShare`. */
  share: oc.input(z.object({ ids: PhotoIds })).output(z.void()),
  /** Shows a photo's file in the file manager. */
  reveal: oc.input(z.object({ photoId: PhotoId })).output(z.void()),
  /** Shows the folder that an export was written to in the file manager. */
  revealExport: oc.input(z.object({ jobId: JobId })).output(z.void()),
}
export type ShellContract = typeof shellContract
