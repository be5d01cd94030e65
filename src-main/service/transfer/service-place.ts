import { resolve } from 'node:path'
import { AppError } from '../../contract/errors.ts'

/** A service, identified by its start options. */
export type ServicePlace = {
  dataDir: string
  /** `postgres://…`; by default SQLite in the data folder. */
  database?: string | undefined
  /** `s3://…` or a folder of pictures; by default the data folder. */
  objects?: string | undefined
}

/** Throws AppError `bad-params` unless one side is SQLite and the other PostgreSQL. */
export function checkPlaces(from: ServicePlace, to: ServicePlace): void {
  if (from.database !== undefined && to.database !== undefined)
    throw new AppError(
      'bad-params',
      'Both sides are PostgreSQL, where pg_dump and pg_restore copy a service. To move one out of a data folder leave out --database, and its LUMAFOLD_DATABASE.',
    )
  if (from.database === undefined && to.database === undefined)
    throw new AppError(
      'bad-params',
      'Both sides are data folders, where a copy of the folder is a service. To move one into PostgreSQL name the database with --to-database.',
    )
}

/** Whether both services keep their pictures at the same place. */
export const keepSamePictures = (from: ServicePlace, to: ServicePlace): boolean =>
  from.objects === undefined || to.objects === undefined
    ? from.objects === to.objects && isSameFolder(from, to)
    : from.objects === to.objects

/** Whether both services have the same data folder. */
export const isSameFolder = (from: ServicePlace, to: ServicePlace): boolean =>
  resolve(from.dataDir) === resolve(to.dataDir)
