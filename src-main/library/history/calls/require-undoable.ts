import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { ChangeId } from '../../../contract/library/history.ts'
import { discreetKinds } from '../journal/change-kinds.ts'
import type { PersonChanges } from '../person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'

export type UndoGuard = { changes: Pick<PersonChanges, 'nextKind'>; privacy: Pick<Privacy, 'isHiding'> }

export const isDiscreet = (kind: string | null): boolean => kind !== null && discreetKinds.includes(kind)

/**
 * Throws `library-locked` while photos are hidden, if a change is a mark or a verdict: undoing it would show the photos
 * that it hides.
 */
export function requireUndoable({ changes, privacy }: UndoGuard, direction: 'undo' | 'redo', id?: ChangeId): void {
  if (privacy.isHiding() && isDiscreet(changes.nextKind(direction, id)))
    throw new AppError('library-locked', say('errors.nothingUndone'))
}
