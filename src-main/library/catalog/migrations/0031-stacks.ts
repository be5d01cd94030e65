import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Stacks of photos that belong together. A photo's stack is `person_stack` where the person said something, else
 * `auto_stack`, which is found anew whenever a photo near it changes. The numbers of the two never meet.
 */
export const stacks: Migration = { version: 31, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN auto_stack INTEGER NOT NULL DEFAULT 0; -- minus the id of one of its photos; 0 is none
ALTER TABLE photos ADD COLUMN person_stack INTEGER; -- a number from 1 on; 0 is none, NULL where nothing was said
ALTER TABLE photos ADD COLUMN stack_top INTEGER NOT NULL DEFAULT 0; -- the photo with the largest stands for its stack
ALTER TABLE photos ADD COLUMN needs_stack INTEGER NOT NULL DEFAULT 1; -- its stack is to be found anew
CREATE INDEX photos_stack ON photos(coalesce(person_stack, auto_stack)) WHERE coalesce(person_stack, auto_stack) <> 0;
CREATE INDEX photos_auto_stack ON photos(auto_stack) WHERE auto_stack <> 0;
CREATE INDEX photos_top ON photos(stack_top) WHERE stack_top > 0;
CREATE INDEX photos_needs_stack ON photos(id) WHERE needs_stack = 1;
CREATE INDEX photos_shots ON photos(camera, taken_ms) WHERE camera > 0 AND taken_ms IS NOT NULL;
CREATE TRIGGER photos_stack_due
AFTER UPDATE OF taken_ms, is_dated, camera, media, step_set, person_stack, removed_ms ON photos
WHEN NEW.needs_stack = 0 AND (NEW.taken_ms IS NOT OLD.taken_ms OR NEW.is_dated <> OLD.is_dated
  OR NEW.camera <> OLD.camera OR NEW.media <> OLD.media OR NEW.step_set <> OLD.step_set
  OR NEW.person_stack IS NOT OLD.person_stack OR NEW.removed_ms IS NOT OLD.removed_ms)
BEGIN
  UPDATE photos SET needs_stack = 1 WHERE id = NEW.id;
END;
`
