import { oc } from '@orpc/contract'
import { z } from 'zod'

/** A call, defined by its input and output. */
export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => oc.input(input).output(output)
export const nothing = z.void()
