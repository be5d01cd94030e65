import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { Plan } from '../ports/ports.ts'

const limit = z.int().min(1).nullable()
const comment = z.union([z.string(), z.array(z.string())]).optional()
const planName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'a plan name is 1 to 32 of a-z, 0-9, - and _')
const PlanEntry = z.strictObject({
  title: z.string().min(1),
  comment,
  concurrency: z.int().min(1).max(10_000),
  requestsPerSecond: z.int().min(1).max(100_000).nullable(),
  daily: limit,
  monthly: limit,
  pictureMegabytes: z.number().positive().max(2000),
  /** Older plan files lack this number. */
  uploadMegabytes: z.number().positive().nullable().default(null),
})
const PlanFile = z.strictObject({ comment, default: planName.optional(), plans: z.record(planName, PlanEntry) })
type PlanFile = z.output<typeof PlanFile>

/** The plans of a service. */
export type Plans = {
  /** The plan with that name; throws AppError `bad-params` that lists the existing ones. */
  find(name: string): Plan
  list(): Plan[]
  /** Name of the plan for new accounts without one. */
  standard: string
}

/** The plan file that comes with the program, and the one that a person may add to the data folder. */
const planFiles = (folders: { resourcesDir: string; dataDir: string }) => ({
  shipped: join(folders.resourcesDir, 'service', 'plans.json'),
  own: join(folders.dataDir, 'plans.json'),
})

/**
 * Reads the plans; those in the data folder replace bundled ones of the same name. Throws AppError `bad-params` naming
 * the file and the field.
 */
export function loadPlans(folders: { resourcesDir: string; dataDir: string }): Plans {
  const files = planFiles(folders)
  const shipped = readPlanFile(files.shipped)
  const own = existsSync(files.own) ? readPlanFile(files.own) : { default: undefined, plans: {} }
  const plans = new Map(
    Object.entries({ ...shipped.plans, ...own.plans }).map(([name, entry]) => [name, toPlan(name, entry)]),
  )
  const find = (name: string): Plan => {
    const plan = plans.get(name)
    if (plan === undefined)
      throw new AppError(
        'bad-params',
        `There is no plan "${name}". Known plans: ${[...plans.keys()].join(', ')}. Own plans go into ${files.own}.`,
      )
    return plan
  }
  const standard = find(own.default ?? shipped.default ?? 'free').name
  return { find, list: () => [...plans.values()], standard }
}

function readPlanFile(path: string): PlanFile {
  const text = readFileSync(path, 'utf8')
  try {
    return PlanFile.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw new AppError('bad-params', `The plan file ${path} cannot be used: ${reason}`, { cause: error })
  }
}

function toPlan(
  name: string,
  {
    pictureMegabytes,
    uploadMegabytes,
    title,
    concurrency,
    requestsPerSecond,
    daily,
    monthly,
  }: z.output<typeof PlanEntry>,
): Plan {
  return {
    name,
    title,
    concurrency,
    requestsPerSecond,
    daily,
    monthly,
    pictureBytes: Math.round(pictureMegabytes * 1e6),
    uploadBytes: uploadMegabytes === null ? null : Math.round(uploadMegabytes * 1e6),
  }
}

/**
 * Replaces a plan that was removed from the plan file: its accounts can be listed and deleted, but their requests are
 * refused.
 */
export const closedPlan = (name: string): Plan => ({
  name,
  title: `${name} (not in the plan file)`,
  concurrency: 0,
  daily: 0,
  monthly: 0,
  requestsPerSecond: 0,
  pictureBytes: 0,
  uploadBytes: 0,
})
