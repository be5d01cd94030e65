import { say } from '../../../contract/sentences/say.ts'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { PhotoDetail } from '../../../contract/library/photo.ts'
import { photoStatus } from '../codecs/numbered.ts'
import type { Context } from '../context/context.ts'
import { detailOf } from '../findings/findings.ts'
import type { Finding } from '../findings/finding.ts'
import { createPathOf } from '../folders/path-of.ts'
import { IS_IN_LIBRARY } from '../folders/removed-roots.ts'
import { metadataOf } from '../metadata/photo-metadata.ts'
import { readPeopleOnPhoto } from '../people/people-on-photo.ts'
import { placeLabelOf } from '../places/place-store.ts'
import { isRemote } from '../steps/done-steps.ts'
import type { Steps } from '../steps/steps.ts'
import { PHOTOS_WITH_FILE, TILE_COLUMNS, toTile, type TileRow } from './photo-tile.ts'

export type PhotoDependencies = Context & { steps: Pick<Steps, 'done'>; findings: readonly Finding[] }

type DetailRow = TileRow & {
  folder_id: number
  bytes: number
  modified_ms: number
  reason: string
  metadata_problem: string
  step_set: number
}

/** Everything known about one photo; throws `photo-not-found`. Croppings are left empty. */
export function readDetail(context: PhotoDependencies, id: number): PhotoDetail {
  const row = context.db
    .prepare<[number], DetailRow>(
      `SELECT ${TILE_COLUMNS}, p.step_set, f.folder_id, f.bytes, f.modified_ms, p.reason, p.metadata_problem ${PHOTOS_WITH_FILE}
       WHERE p.id = ? AND ${IS_IN_LIBRARY}`,
    )
    .get(id)
  if (!row) throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id }))
  return {
    ...toTile(row, context.sensitiveFrom()),
    ...describeFile(context, row),
    ...detailOf(context.findings, { ...context, language: context.language(), peopleWords: context.peopleWords() }, id),
    people: readPeopleOnPhoto(context, id),
    metadata: metadataOf(context.db, id),
    place: placeLabelOf(context.db, id, context.language()),
    metadataProblem: row.metadata_problem,
    reason: photoStatus.nameOf(row.status) === 'failed' ? row.reason : '',
    croppings: [],
    byService: stepsByService(context.steps, row.step_set),
  }
}

function otherFilesOf(context: Context, photoId: number): string[] {
  const pathOf = createPathOf(context)
  return context.db
    .prepare<[number], { folderId: number; name: string }>(
      'SELECT folder_id AS folderId, name FROM files WHERE photo_id = ? AND is_main = 0 AND is_missing = 0 ORDER BY name',
    )
    .all(photoId)
    .map(({ folderId, name }) => join(pathOf(folderId), name))
}

const describeFile = (context: Context, row: DetailRow) => ({
  path: join(createPathOf(context)(row.folder_id), row.name),
  folderId: row.folder_id,
  otherFiles: otherFilesOf(context, row.id),
  format: row.format,
  bytes: row.bytes,
  modifiedAt: new Date(row.modified_ms).toISOString(),
})

const stepsByService = (steps: Pick<Steps, 'done'>, setId: number): string[] =>
  Object.entries(steps.done(setId)).flatMap(([step, fingerprint]) => (isRemote(fingerprint) ? [step] : []))
