import sharp from 'sharp'
import { expect } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { openNames } from '../../../src-main/analysis/vocabulary/names.ts'
import {
  createOperations,
  type Operations,
  type OperationsOptions,
} from '../../../src-main/analysis/operations/operations.ts'
import { fakeModels } from '../steps/step-context.ts'
import { resourcesDir, sharedModels } from '../../fixtures/folders.ts'

/**
 * The operations on the best models of this machine: the standard set where it lies beside the repository, else the
 * bundled one.
 */
export function openOperations(options: Partial<OperationsOptions> = {}): Operations {
  return createOperations({
    resourcesDir,
    modelsDir: sharedModels() ?? 'no-such-folder',
    names: openNames(resourcesDir),
    ...options,
  })
}

/** The operations without any model, for rules about parameters and sizes. */
export function openWithoutModels(options: Partial<OperationsOptions> = {}): Operations {
  return openOperations({ models: fakeModels({}), ...options })
}

/** The AppError that work rejects with; anything else, or no error at all, fails the test. */
export async function errorOf(work: () => Promise<unknown>): Promise<AppError> {
  const error = await work().then(
    () => expect.unreachable('no error came'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  const { message, code } = error as AppError
  expect(code, message).not.toBe('internal')
  expect(message).toMatch(/^\S.{8,}\.$/s)
  return error as AppError
}

/** A picture of stripes of any size, without alpha. */
export async function stripes(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let i = 0; i < data.length; i++) data[i] = (Math.floor(i / 21) % 2) * 200 + (i % 3) * 20
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
