import { z } from 'zod'
import { MAX_ID_LENGTH } from '../../contract/analysis/operations/tags.ts'
import { count, decimal, position, text } from '../../contract/analysis/operations/values.ts'

const MAX_ADDRESS = 16_384

/** The ways to name a picture besides sending it. */
export const ImageParameters = z.object({ image_url: text(MAX_ADDRESS), image_upload_id: text(MAX_ID_LENGTH) })

/** Parameters of a search in an index. `entry` names a saved entry to search by instead of a picture. */
export const SearchParameters = z.object({
  offset: position(0).describe('How many of the most similar pictures are left out at the beginning.'),
  count: count(100).describe('Most pictures in the answer, up to 10,000; -1 for all there are, up to as many.'),
  distance: decimal(-1).describe(
    'Greatest distance of the pictures in the answer, on the scale of the answer: 0 identical, copies below 0.45, unrelated around 1.4; below 0 for any.',
  ),
  entry: text(1024).describe('Id of a saved entry to search by, instead of a picture.').meta({ 'x-addition': true }),
})

/** Parameters of a training. */
export const TrainParameters = z.object({
  callback_url: text(MAX_ADDRESS).describe(
    'Address that is called with GET and `ticket=ID` in its query when the training has ended.',
  ),
})
