import { findPlaces, type Places } from '../../places.ts'
import { toPath } from '../arguments/to-path.ts'
import { around } from '../surroundings/run.ts'

/** The places for this run; `library` is the named folder, if any. */
export const placesOf = ({ library }: { library?: string } = {}): Places =>
  findPlaces({ library: library === undefined ? undefined : toPath(library) }, around().env)
