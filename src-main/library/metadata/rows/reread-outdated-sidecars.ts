import type { Context } from '../../catalog/context/context.ts'

type FileRow = { photoId: number; name: string; sidecarKey: string }

/**
 * Marks photos to be read again whose sidecars are not those that were read. `keyOf` returns a photo's present sidecars,
 * by its name and those of all files there; `hasSidecars` is false if the folder has none. A photo that was given up
 * waits for its own file to change.
 */
export function rereadOutdatedSidecars(
  { db, write }: Pick<Context, 'db' | 'write'>,
  folderId: number,
  hasSidecars: boolean,
  keyOf: (name: string, all: readonly string[]) => string,
): void {
  const files = db
    .prepare<[number], FileRow>(
      `SELECT f.photo_id AS photoId, f.name, f.sidecar_key AS sidecarKey FROM files f JOIN photos p ON p.id = f.photo_id
       WHERE f.folder_id = ? AND f.is_main = 1 AND f.is_missing = 0 AND p.needs_metadata = 0
         AND ${hasSidecars ? "(f.sidecar_key <> '' OR p.metadata_problem = '')" : "f.sidecar_key <> ''"}`,
    )
    .all(folderId)
  const all = hasSidecars
    ? db
        .prepare<[number], string>('SELECT name FROM files WHERE folder_id = ? AND is_missing = 0')
        .pluck()
        .all(folderId)
    : []
  const outdated = files.filter(({ name, sidecarKey }) => keyOf(name, all) !== sidecarKey)
  const reread = db.prepare('UPDATE photos SET needs_metadata = 1 WHERE id = ?')
  if (outdated.length > 0) write(() => outdated.forEach(({ photoId }) => reread.run(photoId)))
}
