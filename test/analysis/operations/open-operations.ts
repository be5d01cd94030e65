import sharp from 'sharp'
import { expect } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { openNames } from '../../../src-main/analysis/vocabulary/names.ts'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import {
  openOperations as openFor,
  type OperationsOptions,
  type Operations,
} from '../../../src-main/analysis/operations/operations.ts'
import type { OwnerPorts } from '../../../src-main/analysis/operations/ports.ts'
import { fakeModels } from '../step/step-context.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { sharedModels } from '../../fixtures/shared.ts'

/**
 * The operations on the best models of this machine: the standard set if it exists beside the repository, else the
 * bundled one.
 */
export function openOperations(options: Partial<OperationsOptions> & OwnerPorts = {}): Opened {
  const folders = { resourcesDir, modelsDir: sharedModels() ?? 'no-such-folder' }
  const models = options.models ?? openModels(folders)
  const operations = openFor({ ...folders, names: openNames(resourcesDir), ...options, models })(options)
  return Object.assign(operations, { close: () => models.close() })
}

/** Closed by the test, and its models with it. */
type Opened = Operations & { close(): Promise<void> }

/** The operations without any model, for rules about parameters and sizes. */
export function openWithoutModels(options: Partial<OperationsOptions> & OwnerPorts = {}): Opened {
  return openOperations({ models: fakeModels({}), ...options })
}

/** The AppError that work rejects with; any other error, or none, fails the test. */
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
