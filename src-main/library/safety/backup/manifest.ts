import { Text } from '../../../contract/sentences/text.ts'
import { foreign } from '../../../contract/sentences/say.ts'
import { z } from 'zod'
import { Backup } from '../../../contract/library/backups.ts'

/** The JSON beside the file of each backup. Fields that a newer version of the program adds are kept. */
export const Manifest = Backup.omit({ id: true }).extend({
  format: z.literal(1),
  /** Earlier versions wrote English. */
  note: z.union([Text, z.string().transform((words) => (words === '' ? null : foreign(words)))]).nullable(),
  libraryId: z.string(),
  /** Version of the catalogue's layout. */
  version: z.int(),
  /** Number of a person's last change in it. */
  lastEdit: z.int(),
  /** The highest photo number ever used. */
  lastPhoto: z.int(),
  /** Changes with everything that is worth another backup. */
  mark: z.string(),
  /** Of the bytes of the file, as hexadecimal digits. */
  sha256: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** A backup that is there: its manifest, and its id, which is the name of its files. */
export type Snapshot = Manifest & { id: string }

/** A backup as a window sees it. */
export const toBackup = ({ id, at, reason, note, photos, bytes }: Snapshot): Backup => ({
  id,
  at,
  reason,
  note,
  photos,
  bytes,
})
