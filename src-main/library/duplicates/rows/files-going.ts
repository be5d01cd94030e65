import type { Context } from '../../catalog/context/context.ts'

/** A file that is about to go to the system's trash. */
export type GoingFile = { photoId: number; path: string; bytes: number; contentHash: string; role: 'photo' | 'sidecar' }

/** Files that are being trashed, noted before the first one goes: a killed program journals nothing. */
export type FilesGoing = {
  get(): GoingFile[]
  /** On the disk when it returns. */
  set(files: readonly GoingFile[]): void
}

const KEY = 'files-going-to-trash'

export function createFilesGoing({ db, writeDurably }: Pick<Context, 'db' | 'writeDurably'>): FilesGoing {
  const read = db.prepare<[string], string>('SELECT value FROM program_state WHERE key = ?').pluck()
  const put = db.prepare('INSERT OR REPLACE INTO program_state (key, value) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM program_state WHERE key = ?')
  return {
    get: () => JSON.parse(read.get(KEY) ?? '[]') as GoingFile[],
    set: (files) =>
      void writeDurably(() => (files.length === 0 ? remove.run(KEY) : put.run(KEY, JSON.stringify(files)))),
  }
}
