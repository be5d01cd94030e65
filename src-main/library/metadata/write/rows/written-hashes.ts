/** SQL that selects, as `hash`, all contents that Lumafold ever wrote into sidecars of the photos that `photos` names. */
export const writtenHashesOf = (photos: string): string =>
  `SELECT hash FROM metadata_written WHERE photo_id ${photos} AND target = 'sidecar'
   UNION SELECT after_hash FROM metadata_versions WHERE photo_id ${photos} AND target = 'sidecar'`

/**
 * SQL that selects, as `hash`, what Lumafold wrote into a photo's sidecar last, `''` for none; an interruption may have
 * come between a write and its record.
 */
export const ownHashesOf = (photoId: string): string =>
  `SELECT hash FROM metadata_written WHERE photo_id = ${photoId} AND target = 'sidecar'
   UNION SELECT * FROM (SELECT after_hash FROM metadata_versions
     WHERE photo_id = ${photoId} AND target = 'sidecar' ORDER BY id DESC LIMIT 2)`
