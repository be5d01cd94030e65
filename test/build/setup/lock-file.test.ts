import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type LockedPackage = { optionalDependencies?: Record<string, string> }

const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Every folder in which Node finds a package for another one, the nearest first. */
function placesOf(name: string, from: string): string[] {
  const above = from.split(/\/?node_modules\//).slice(1)
  return Array.from({ length: above.length + 1 }, (_, depth) =>
    [...above.slice(0, above.length - depth), name].map((part) => `node_modules/${part}`).join('/'),
  )
}

test('the lock file contains the optional packages of every platform, without which a clean install is refused', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !placesOf(name, place).some((candidate) => packages[candidate])),
  )
  expect(missing).toEqual([])
})
