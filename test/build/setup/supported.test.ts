import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { repositoryDir } from '../../fixtures/folders.ts'

const { requireSupported } = (await import(pathToFileURL(join(repositoryDir, 'build/setup/supported.mjs')).href)) as {
  requireSupported(platform: string, arch: string, system: string): void
}

test('the setup stops on a Mac with an Intel processor, and gives advice if only its Node is for one', () => {
  expect(() => requireSupported('darwin', 'x64', '25.1.0')).toThrow(/not supported.*Node for arm64/)
  for (const [platform, arch] of [
    ['darwin', 'arm64'],
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['win32', 'x64'],
    ['win32', 'arm64'],
  ] as const)
    expect(() => requireSupported(platform, arch, '25.1.0')).not.toThrow()
})

test('the setup stops on a macOS version that cannot analyse photos', () => {
  expect(() => requireSupported('darwin', 'arm64', '22.6.0')).toThrow(/macOS 14 or newer/)
  expect(() => requireSupported('darwin', 'arm64', '23.0.0')).not.toThrow()
  expect(() => requireSupported('linux', 'x64', '6.1.0')).not.toThrow()
})
