import { z } from 'zod'
import { Colors } from '../color.ts'
import { FeaturesType } from '../index.ts'
import { checkSave, saveParameters } from './categories.ts'
import { Notes } from './tags.ts'
import { choice, count, flag } from './values.ts'

/** Parameters of colour extraction. */
export const ColorParameters = z
  .object({
    extract_overall_colors: flag(1),
    extract_object_colors: flag(1),
    overall_count: count(5),
    separated_count: count(3),
    /** 1 gives the same colours on every machine, whatever models are installed. */
    deterministic: flag(0),
    features_type: choice(FeaturesType.options),
    verbose: flag(0),
    ...saveParameters,
  })
  .superRefine((value, context) => {
    checkSave(value, context)
    if (value.save_index !== null && value.deterministic === 0) context.addIssue({ code: 'custom', path: ['save_index'], message: 'is given without deterministic=1, which storing colours requires' })
  })
export type ColorParameters = z.output<typeof ColorParameters>

export const ColorResult = z.object({ colors: Colors, notes: Notes.optional() })
export type ColorResult = z.infer<typeof ColorResult>
