import { z } from 'zod'
import { Colors } from '../color.ts'
import { FeaturesType } from '../index.ts'
import { checkSave, saveParameters } from './categories.ts'
import { Notes, VERBOSE } from './tags.ts'
import { choice, count, flag } from './values.ts'

/** Parameters of colour extraction. */
export const ColorParameters = z
  .object({
    extract_overall_colors: flag(1).describe('1 gives the colours of the whole picture.'),
    extract_object_colors: flag(1).describe('1 gives the colours of foreground and background apart.'),
    overall_count: count(5).describe('Most colours of the whole picture.'),
    separated_count: count(3).describe('Most colours of the foreground, and of the background.'),
    deterministic: flag(0).describe(
      '1 gives the same colours on every machine, whatever models are installed. Saving in an index requires it.',
    ),
    features_type: choice(FeaturesType.options).describe(
      'Whether an index compares the colours of whole pictures or of their main object.',
    ),
    verbose: flag(0).describe(VERBOSE).meta({ 'x-addition': true }),
    ...saveParameters,
  })
  .superRefine((value, context) => {
    checkSave(value, context)
    if (value.save_index !== null && value.deterministic === 0)
      context.addIssue({
        code: 'custom',
        path: ['save_index'],
        message: 'is given without deterministic=1, which storing colours requires',
      })
  })
export type ColorParameters = z.output<typeof ColorParameters>

export const ColorResult = z.object({ colors: Colors, notes: Notes.optional() })
export type ColorResult = z.infer<typeof ColorResult>
