import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { parseCrop } from '../../../contract/library/photo-crop.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { fromFile, photoValue } from './photo-value.ts'

/**
 * Crops photos: `crop` as `writeCrop` writes it, on the picture as stored in its file. '' shows the whole photo; null
 * restores the crop that its file or sidecar gives.
 */
export type SetCrop = { kind: 'crop'; crop: string | null }

export const crop: ChangeKind<SetCrop, string | null> = {
  ...photoValue<string>({ column: 'crop', flag: 'is_crop_given', otherwise: fromFile("m.data ->> '$.crop'", "''") }),
  kind: 'crop',
  check: ({ crop: given }) => {
    if (given !== null && given !== '' && parseCrop(given) === null)
      throw new AppError('bad-params', say('errors.cropEmpty'))
  },
  given: (_context, change) => change.crop,
  describe: ({ crop: given }, count) =>
    say(given === null ? 'changes.croppedByFile' : given === '' ? 'changes.uncropped' : 'changes.cropped', {
      photos: count,
    }),
}
