import type { PostgresMigration } from './migration.ts'

/** Where each node that lives keeps pictures, so that one that was told of another place is noticed. */
export const picturePlaces: PostgresMigration = {
  name: '0013_picture_places',
  sql: 'ALTER TABLE nodes ADD picture_place text;',
}
