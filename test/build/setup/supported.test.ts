import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { repositoryDir } from '../../fixtures/folders.ts'

const { requireSupported } = (await import(pathToFileURL(join(repositoryDir, 'build/setup/supported.mjs')).href)) as {
  requireSupported(platform: string, arch: string): void
}

test('set-up stops on a Mac with an Intel processor, and says what to do if only its Node is for one', () => {
  expect(() => requireSupported('darwin', 'x64')).toThrow(/not supported.*Node for arm64/)
  for (const [platform, arch] of [
    ['darwin', 'arm64'],
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['win32', 'x64'],
    ['win32', 'arm64'],
  ] as const)
    expect(() => requireSupported(platform, arch)).not.toThrow()
})
