import { keepText, readText } from '../../catalog/codecs/kept-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { PhotoSource } from '../../../contract/library/export-job.ts'
import { AppError } from '../../../contract/errors.ts'
import type { PublishFolderId, PublishOrder } from '../../../contract/library/publishing.ts'
import type { Context } from '../../catalog/context/context.ts'
import { parseSettings } from './export-rows.ts'
import { createPublishFiles, type PublishFiles } from './publish-files.ts'

/** A stored publish folder. */
export type KeptPublishFolder = Omit<PublishOrder, 'targetId'> & {
  id: PublishFolderId
  /** Path of the folder. */
  target: string
  problem: Text | null
  lastRunMs: number | null
}

/** Publish folders, which are kept in step with photos, and the files written into them. */
export type PublishStore = PublishFiles & {
  list(): KeptPublishFolder[]
  /** Throws `bad-params` for an unknown id. */
  get(id: PublishFolderId): KeptPublishFolder
  add(folder: Omit<KeptPublishFolder, 'id' | 'problem' | 'lastRunMs'>): KeptPublishFolder
  change(id: PublishFolderId, change: Partial<Pick<KeptPublishFolder, 'name' | 'source' | 'settings' | 'isOn'>>): void
  remove(id: PublishFolderId): void
  /** Notes the outcome of a run; `ranMs` is null if it did not finish. */
  settle(id: PublishFolderId, problem: Text | null, ranMs: number | null): void
}

type Row = {
  id: number
  name: string
  source: string
  settings: string
  target: string
  is_on: number
  problem: string
  last_run_ms: number | null
}

const COLUMNS = 'id, name, source, settings, target, is_on, problem, last_run_ms'

export function createPublishStore({ db, write, writeDurably }: Context): PublishStore {
  const find = (id: PublishFolderId) =>
    db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM publish_folders WHERE id = ?`).get(id)
  const get = (id: PublishFolderId): KeptPublishFolder => {
    const row = find(id)
    if (row === undefined) throw new AppError('bad-params', say('unknown.thing', { thing: 'publishFolder', id }))
    return toFolder(row)
  }
  return {
    get,
    list: () => db.prepare<[], Row>(`SELECT ${COLUMNS} FROM publish_folders ORDER BY id`).all().map(toFolder),
    add: (folder) => {
      const insert = db.prepare(
        'INSERT INTO publish_folders (name, source, settings, target, is_on) VALUES (@name, @source, @settings, @target, @isOn)',
      )
      const { lastInsertRowid } = writeDurably(() => insert.run(toRow(folder)))
      return get(Number(lastInsertRowid))
    },
    change: (id, change) => {
      const changed = { ...get(id), ...change }
      writeDurably(() =>
        db
          .prepare(
            'UPDATE publish_folders SET name = @name, source = @source, settings = @settings, is_on = @isOn WHERE id = @id',
          )
          .run({ id, ...withoutTarget(toRow(changed)) }),
      )
    },
    remove: (id) => void writeDurably(() => db.prepare('DELETE FROM publish_folders WHERE id = ?').run(id)),
    settle: (id, problem, ranMs) =>
      void write(() =>
        db
          .prepare('UPDATE publish_folders SET problem = ?, last_run_ms = coalesce(?, last_run_ms) WHERE id = ?')
          .run(keepText(problem), ranMs, id),
      ),
    ...createPublishFiles({ db, write }),
  }
}

const toRow = ({ name, source, settings, target, isOn }: Omit<KeptPublishFolder, 'id' | 'problem' | 'lastRunMs'>) => ({
  name,
  source: JSON.stringify(source),
  settings: JSON.stringify(settings),
  target,
  isOn: isOn ? 1 : 0,
})

const toFolder = ({ id, name, source, settings, target, is_on, problem, last_run_ms }: Row): KeptPublishFolder => ({
  id,
  name,
  source: PhotoSource.parse(JSON.parse(source)),
  settings: parseSettings(settings),
  target,
  isOn: is_on === 1,
  problem: readText(problem),
  lastRunMs: last_run_ms,
})

const withoutTarget = ({ target: _target, ...row }: ReturnType<typeof toRow>) => row
