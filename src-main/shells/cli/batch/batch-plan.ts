import { existsSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { BatchOperations } from '../../../analysis/operations/batch-calls.ts'
import { AppError } from '../../../contract/errors.ts'

/** The meaning of an output's lines: kept beside it, so that a later run continues in the same way. */
export type BatchPlan = { operations: BatchOperations }

const Kept = z.object({ version: z.literal(1), operations: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** The file beside an output that records the requested operations. */
const planPath = (output: string): string => `${output}.batch`

/**
 * Writes the plan of a new output atomically, or compares it with the existing one; throws `bad-params` if they differ,
 * or if an output with lines has no plan.
 */
export async function keepPlan(output: string, plan: BatchPlan, lines: number): Promise<void> {
  const path = planPath(output)
  if (!existsSync(path)) {
    if (lines > 0)
      throw new AppError(
        'bad-params',
        `${output} holds results already, and nothing beside it says of what. Name another file with --output.`,
      )
    return writePlan(path, plan)
  }
  const kept = Kept.safeParse(readJson(path))
  const isSame = kept.success && isDeepStrictEqual(kept.data.operations, plan.operations)
  if (!isSame)
    throw new AppError(
      'bad-params',
      `${output} was begun with other operations or parameters (${path}). Give the same ones to go on, or name another file with --output.`,
    )
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null // it then differs from every plan
  }
}

async function writePlan(path: string, plan: BatchPlan): Promise<void> {
  const made = `${path}.tmp`
  const file = await open(made, 'w')
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, ...plan }, null, 2)}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(made, path)
}
