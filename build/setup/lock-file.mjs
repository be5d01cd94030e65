import { existsSync, readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

const readPackages = (file) => JSON.parse(readFileSync(inProject(file), 'utf8')).packages ?? {}

/** Packages of the lock file by their path in the project, without the project itself. */
export const readWanted = () => Object.entries(readPackages('package-lock.json')).filter(([place]) => place !== '')

/**
 * Names of packages that are missing or differ from the lock file's version; `['node_modules']` before the first
 * install.
 */
export function listDifferences() {
  const installedFile = 'node_modules/.package-lock.json'
  if (!existsSync(inProject(installedFile))) return ['node_modules']
  const installed = readPackages(installedFile)
  return readWanted()
    .filter(([place, wanted]) => isDifferent(wanted, installed[place], place))
    .map(([place]) => place.replace('node_modules/', ''))
}

function isDifferent(wanted, present, place) {
  const isNeeded = wanted.optional ? isNative(wanted) && isForHere(wanted) : !wanted.devOptional && !wanted.peer
  if (!present) return isNeeded
  return present.version !== wanted.version || (isNeeded && !existsSync(inProject(place)))
}

const isNative = (wanted) => Boolean(wanted.os && wanted.cpu)

/** True for a package whose programs run on this system and processor. */
export function isForHere({ os, cpu, libc }) {
  return matches(os, process.platform) && matches(cpu, process.arch) && matches(libc, findLibc())
}

function matches(list, value) {
  if (!list || value === null) return true
  const names = [list].flat()
  return names.includes(value) || (names.every((name) => name.startsWith('!')) && !names.includes(`!${value}`))
}

/** The C library of this Linux; null on other systems. */
function findLibc() {
  if (process.platform !== 'linux') return null
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}
