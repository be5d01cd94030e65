import { z } from 'zod'
import { LONGEST_ID } from '../../contract/analysis/operations/tags.ts'
import { count, decimal, text } from '../../contract/analysis/operations/values.ts'

const LONGEST_ADDRESS = 16_384

/** The ways to name a picture besides sending it. */
export const ImageParameters = z.object({ image_url: text(LONGEST_ADDRESS), image_upload_id: text(LONGEST_ID) })

/** Parameters of a search in an index. `entry` names a saved entry to search by, instead of a picture. */
export const SearchParameters = z.object({ offset: count(0), count: count(100), distance: decimal(-1), entry: text(1024) })

/** Parameters of a training. */
export const TrainParameters = z.object({ callback_url: text(LONGEST_ADDRESS) })
